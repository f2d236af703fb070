#include "ui/teaching/glossary.hpp"

#include <array>

#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {
namespace {

constexpr std::array kTerms{
    Term{mark("grid"),
         mark("All the blocks of one launch. Blocks run in any order and can't wait for each other "
              "without care."),
         "experiment"},
    Term{mark("block"),
         mark("A group of up to 1,024 threads that run on one SM, share its shared memory and can "
              "meet "
              "at barriers. PTX calls it a CTA."),
         "warps"},
    Term{
        mark("warp"),
        mark("32 neighbouring threads of a block that issue an instruction together. What one lane "
             "needs, the whole warp pays."),
        "warps"},
    Term{mark("lane"), mark("One thread's place in its warp, 0 to 31."), "warps"},
    Term{mark("thread"), mark("One run through the kernel, with registers of its own."), "warps"},
    Term{mark("SM"),
         mark("Streaming multiprocessor: the part of the GPU that holds resident blocks, their "
              "registers and their shared memory."),
         "occupancy"},
    Term{mark("launch"),
         mark("One start of a kernel on a grid. An experiment may be several launches; memory "
              "lives on "
              "between them."),
         "timeline"},
    Term{
        mark("tick"),
        mark(
            "The number of warp instructions executed so far, in the machine's order. Time in this "
            "program is this one number."),
        "timeline"},
    Term{mark("phase"), mark("What a block does between two barriers."), "arrays"},
    Term{mark("active mask"), mark("The lanes of a warp that an instruction is issued for."),
         "warps", mark("active lane,active")},
    Term{
        mark("predicated off"),
        mark("A lane that is active, but whose guard (@p) is false: the instruction passes it by."),
        "warps", mark("switched off")},
    Term{mark("predication"),
         mark("A short branch made into instructions with a guard: no lane jumps, and those whose "
              "guard "
              "is false do nothing. The GPU's compiler does so where it pays."),
         "source", mark("predicate,predicated,guard")},
    Term{mark("divergence"),
         mark("Lanes of one warp that go different ways at a branch. The warp takes the ways one "
              "after "
              "the other, each with some lanes idle."),
         "warps", mark("diverge,diverged,diverging,divergent")},
    Term{mark("divergent branch"),
         mark("A conditional branch (bra or brx, at PTX level) of which a warp's active lanes go "
              "different ways. The compiler may turn short branches into predicated instructions: "
              "then "
              "the GPU does not diverge where the PTX does."),
         "warps"},
    Term{
        mark("reconvergence"),
        mark(
            "Lanes that went different ways go on together: on a reconvergence stack always at the "
            "branch's reconvergence point, under independent thread scheduling where they wait for "
            "each other."),
        "warps", mark("reconverge,reconverged")},
    Term{mark("reconvergence point"),
         mark("Where lanes that went different ways meet again: the branch's immediate "
              "post-dominator."),
         "warps"},
    Term{mark("post-dominator"),
         mark("A place that every way on from a branch leads through; the first such place is the "
              "immediate one."),
         "warps", mark("immediate post-dominator")},
    Term{
        mark("policy"),
        mark(
            "Who goes next where a warp's lanes have gone different ways: its (one program counter "
            "a "
            "lane, as since Volta), ipdom (a reconvergence stack, as before), min_pc (the smallest "
            "program counter first)."),
        "experiment"},
    Term{
        mark("independent thread scheduling"),
        mark(
            "Since Volta each lane has a program counter of its own; diverged groups of lanes take "
            "turns (policy its)."),
        "experiment"},
    Term{mark("SIMT efficiency"),
         mark("Thread instructions ÷ (warp instructions × warp size). 100 %: every lane worked in "
              "every "
              "instruction."),
         "counters"},
    Term{mark("warp instruction"),
         mark("One instruction issued by one warp, for all its active lanes at once."), "counters"},
    Term{mark("thread instructions"),
         mark("Warp instructions, each counted with the number of lanes that executed it."),
         "counters"},
    Term{mark("barrier"),
         mark("__syncthreads and its kin: warps wait until all of the block have come. Counted "
              "once for "
              "each warp that executes it."),
         "timeline"},
    Term{mark("lockstep"),
         mark("All lanes of a warp at the same instruction at the same time. Since Volta nothing "
              "promises it: where it matters, __syncwarp does."),
         "warps"},
    Term{mark("global memory"),
         mark("The GPU's large memory, seen by all threads; fetched in sectors of 32 bytes."),
         "global-memory"},
    Term{mark("request"),
         mark("One memory instruction of one warp with at least one active lane. Vector accesses "
              "(.v2, "
              ".v4) are one request; an 8- or 16-byte access to local memory is 2 or 4."),
         "global-memory"},
    Term{mark("stride"),
         mark("The distance between the addresses that neighbouring lanes touch, in elements. 1 is "
              "what "
              "memory likes best."),
         "global-memory", mark("strided")},
    Term{mark("sector"),
         mark("32 aligned bytes of global, local or texture memory. A request costs as many "
              "sectors as "
              "its active lanes touch."),
         "global-memory"},
    Term{mark("ideal sectors"),
         mark("The least that the same number of lanes and bytes could touch: min(sectors, ⌈active "
              "lanes × bytes ÷ 32⌉)."),
         "counters"},
    Term{mark("cache line"), mark("128 aligned bytes: four sectors."), "global-memory"},
    Term{mark("coalescing"),
         mark("Neighbouring lanes that touch neighbouring addresses share sectors: 32 lanes × 4 "
              "bytes "
              "need 4 sectors, with a stride up to 32."),
         "global-memory", mark("coalesced,coalesce,coalesces")},
    Term{
        mark("local memory"),
        mark("Each thread's own memory for arrays and spilled registers, kept in global memory and "
             "interleaved: word w of lane l lies at byte (32 w + l) · 4, so lanes at one offset "
             "touch "
             "4 sectors."),
        "counters"},
    Term{
        mark("constant memory"),
        mark(
            "Read-only memory for values that all lanes read alike; different words cost one after "
            "the other."),
        "counters"},
    Term{
        mark("texture object"),
        mark("What a kernel reads a picture by, with a coordinate in place of an address. The host "
             "says what lies outside of the picture, and whether values between its pixels are "
             "mixed."),
        "experiment", mark("texture objects")},
    Term{mark("texel"), mark("An element of a texture, as a pixel is one of a picture."),
         "global-memory", mark("texels")},
    Term{mark("space"),
         mark("Where an address lies: global, shared, local, constant, texture. A generic access "
              "counts, lane by lane, where it turns out to be."),
         "counters",
         {},
         false},
    Term{mark("shared memory"), mark("Fast memory of a block, in 32 banks of 4-byte words."),
         "shared-memory"},
    Term{mark("bank"),
         mark("One of 32 columns of shared memory: word w lies in bank w mod 32. A bank serves one "
              "word "
              "in a wavefront."),
         "shared-memory"},
    Term{
        mark("wavefront"),
        mark(
            "One pass of the shared-memory pipeline. A group of lanes takes as many as the most "
            "distinct words that it wants of one bank. Accesses of up to 4 bytes are one group; 8 "
            "bytes two half warps, 16 bytes four quarter warps, which loads merge when lanes share "
            "addresses."),
        "shared-memory"},
    Term{mark("bank conflict"),
         mark("Wavefronts beyond the one that each group needs anyway: several different words "
              "wanted "
              "of one bank. Lanes that read the same word do not conflict."),
         "shared-memory"},
    Term{mark("ideal wavefronts"), mark("min(wavefronts, ⌈active lanes × bytes ÷ 128⌉)."),
         "counters"},
    Term{mark("broadcast"), mark("Several lanes read one word: it is fetched once."),
         "shared-memory"},
    Term{mark("padding"),
         mark("Unused words between rows, so that columns fall into different banks."),
         "shared-memory"},
    Term{mark("tile"),
         mark("A piece of a matrix or a picture that a block fetches into shared memory once and "
              "reads "
              "many times."),
         "arrays", mark("tiled,tiling")},
    Term{mark("halo"),
         mark("The border around a tile that its outermost elements need as neighbours."),
         "arrays"},
    Term{
        mark("coarsening"),
        mark(
            "More work for each thread, with fewer threads: less is done twice, and fewer barriers "
            "and atomics are needed."),
        "experiment", mark("coarsened,thread coarsening")},
    Term{
        mark("privatisation"),
        mark(
            "A copy of the result for each block, in shared memory: threads of different blocks do "
            "not wait for each other until the copies are added up."),
        "shared-memory", mark("privatised")},
    Term{mark("shared atomic"),
         mark("Adding 1 without using the result costs as a load. Any other 32-bit operation takes "
              "the "
              "largest number of lanes in one bank; compare-and-swap twice that. Adds of floats "
              "and of "
              "64 bits are compare-and-swap loops on the GPU."),
         "counters"},
    Term{mark("atomic"),
         mark("Reads, changes and writes in one piece (atom, red): no other access comes between."),
         "counters", mark("atomically,atomic operation")},
    Term{mark("bytes"), mark("Active lanes × access size."), "counters", {}, false},
    Term{
        mark("branches"),
        mark("Conditional branches executed by a warp; divergent ones are those whose active lanes "
             "went different ways."),
        "counters", mark("branch,conditional branch")},
    Term{mark("occupancy"),
         mark("Resident warps ÷ the SM's maximum. Limited by warps, blocks, registers or shared "
              "memory "
              "of the SM, whichever is used up first."),
         "occupancy"},
    Term{mark("resident"), mark("Being on an SM now: with registers and shared memory of its own."),
         "occupancy"},
    Term{
        mark("register"),
        mark(
            "A thread's own fastest storage. PTX has as many as it likes; the cubin tells how many "
            "the GPU uses."),
        "registers"},
    Term{mark("spill"),
         mark("A register that had no room on the SM and went to local memory: each use costs a "
              "load or "
              "a store."),
         "registers", mark("spilled,spilling")},
    Term{mark("shuffle"),
         mark("__shfl_sync: lanes of a warp hand each other registers, without memory."),
         "registers"},
    Term{mark("vote, ballot"),
         mark("__ballot_sync and its kin: every lane learns which lanes' condition holds."),
         "registers"},
    Term{
        mark("tensor core"),
        mark(
            "A unit that multiplies small matrices (mma). They belong to the warp: each lane holds "
            "pieces of them in registers."),
        "registers"},
    Term{mark("PTX"),
         mark("The portable assembly that CUDA compiles to. The model executes it, instruction by "
              "instruction."),
         "source"},
    Term{mark("SASS"),
         mark("The GPU's own instructions, made from PTX. It may predicate, merge and unroll: "
              "where its "
              "counts can differ from the PTX's, this program says so."),
         "source"},
    Term{mark("cubin"),
         mark("The compiled kernel that a GPU executes; its registers per thread decide the "
              "occupancy."),
         "occupancy"},
    Term{mark("NVRTC"),
         mark("NVIDIA's compiler as a library: turns CUDA C++ into PTX and cubin, with no GPU "
              "needed."),
         "source"},
    Term{
        mark("gpu"),
        mark(
            "Measured times come from a GPU only. Everything counted on this screen comes from the "
            "model, by the rules of this glossary, which were measured to agree with the "
            "hardware's "
            "counters."),
        "",
        {},
        false},
    Term{mark("pageable memory"),
         mark("Memory of the host that the system may move, as malloc gives it. A copy to the GPU "
              "goes through pinned memory of the driver's, and the host waits."),
         "program", mark("pageable")},
    Term{mark("pinned memory"),
         mark("Memory of the host that stays where it is (cudaMallocHost): the GPU's copy engine "
              "reads and writes it by itself."),
         "program", mark("pinned")},
    Term{mark("mapped memory"),
         mark("Pinned memory that kernels read and write where it lies, over the bus: nothing is "
              "copied, and what is read again comes again."),
         "program", mark("zero-copy")},
    Term{mark("managed memory"),
         mark("Memory with one pointer for host and GPU (cudaMallocManaged): its pages move to who "
              "touches them."),
         "program", mark("unified memory")},
    Term{mark("page fault"),
         mark("A touch of a page that is not there: who touched it stops until it has come."),
         "program"},
    Term{mark("thrashing"),
         mark("Pages that move to and fro, since host and GPU touch them in turns."), "program"},
    Term{mark("race"),
         mark("Two threads touch the same bytes, at least one writes, and nothing orders them."),
         "hazards", mark("data race")},
    Term{mark("deadlock"), mark("No unfinished lane can ever go on: they wait for each other."),
         "hazards"},
    Term{mark("out of bounds"),
         mark("An access outside of every buffer. It ends the simulated launch, not this program."),
         "hazards"},
    Term{mark("misaligned"),
         mark("An address that is no multiple of the access size: an error on the GPU."),
         "hazards"},
    Term{mark("breakpoint"),
         mark("A source line at which playing stops; with a condition over a lane's values (%r5 == "
              "3, "
              "lane < 4, thread == 37) only when a lane fulfils it. F5 runs to the next one, "
              "Shift+F5 "
              "back to the one before."),
         "source"},
    Term{mark("bookmark"),
         mark("A moment that you marked (M), with a note if you like: a flag on the line of time. "
              "When "
              "a slider moves it stays in its phase."),
         "timeline"},
    Term{mark("who wrote this"),
         mark("The instruction that gave an element or a register the value that it has now. Right "
              "button on a cell, or Shift+W for the selected element."),
         "arrays"},
    Term{
        mark("session"),
        mark("What is open and set up: kernel, arguments, machine, place, bookmarks and "
             "breakpoints. "
             "Ctrl+S saves it to a file, Ctrl+O opens one; after a crash the last one is offered."),
        "experiment",
        {},
        false},
    Term{mark("uncoalesced"), mark("A request that touches more sectors than the ideal."),
         "global-memory"},
    Term{mark("co-rank"),
         mark("Of a place in the result of a merge: how many of the elements before it come from "
              "the first array. The others come from the second one."),
         "merge", mark("co-ranks")},
    Term{mark("stable merge"),
         mark("A merge that keeps the order of equal elements: those of the first array come "
              "first."),
         "merge"},
};

}  // namespace

std::span<const Term> glossary() { return kTerms; }

}  // namespace lanescope::ui::teaching
