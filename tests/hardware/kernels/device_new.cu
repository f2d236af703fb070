// run: --kernel k --grid 2 --block 64 --arg out:i32[128]=zero --arg in:u32[128]=random:139%9
struct Node {
  int value;
  Node* next;
};
__global__ void k(int* out, const unsigned* in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Node* head = nullptr;
  for (unsigned n = 0; n < in[i]; ++n) head = new Node{(int)(n * n), head};
  int sum = 0;
  while (head != nullptr) {
    Node* gone = head;
    sum = sum * 3 + head->value;
    head = head->next;
    delete gone;
  }
  out[i] = sum;
}
