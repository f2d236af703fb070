#include "sim/isa/opcodes.hpp"

#include <set>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::isa {
namespace {

// "ld.global.u32" to the name of its row; "" when there is none.
std::string_view row_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  std::string word;
  while (std::getline(in, word, '.')) words.push_back(word);
  const std::vector<std::string_view> modifiers(words.begin() + 1, words.end());
  const OpcodeRow* row = find_row(words[0], modifiers);
  return row == nullptr ? "" : row->name;
}

TEST(Opcodes, NamesAreUniqueAndRowsAreComplete) {
  std::set<std::string_view> names;
  for (const OpcodeRow& row : opcode_rows()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.syntax.substr(0, row.opcode.size()), row.opcode) << row.name;
    EXPECT_EQ(row.section.substr(0, 10), "PTX ISA 9.") << row.name;
    EXPECT_EQ(row.summary.back(), '.') << row.name;
  }
}

TEST(Opcodes, FindsTheRowByModifiers) {
  EXPECT_EQ(row_of("add.s32"), "add.int");
  EXPECT_EQ(row_of("add.f32"), "add.f32");
  EXPECT_EQ(row_of("add.rn.ftz.sat.f32"), "add.f32");
  EXPECT_EQ(row_of("add.rn.f64"), "add.f64");
  EXPECT_EQ(row_of("add.cc.u32"), "add.cc");
  EXPECT_EQ(row_of("add.f16x2"), "add.half");
  EXPECT_EQ(row_of("setp.lt.and.s32"), "setp.int");
  EXPECT_EQ(row_of("setp.neu.ftz.f32"), "setp.float");
  EXPECT_EQ(row_of("cvt.rzi.s32.f32"), "cvt.int.float");
  EXPECT_EQ(row_of("cvt.rn.f16x2.f32"), "cvt.half2");
  EXPECT_EQ(row_of("ld.global.nc.v4.f32"), "ld.global.nc");
  EXPECT_EQ(row_of("ld.global.nc.L1::no_allocate.L2::128B.v2.u64"), "ld.global.nc");
  EXPECT_EQ(row_of("ld.volatile.shared.u32"), "ld.shared");
  EXPECT_EQ(row_of("ld.param.u64"), "ld.param");
  EXPECT_EQ(row_of("ld.u8"), "ld.generic");
  EXPECT_EQ(row_of("st.release.gpu.global.u32"), "st.global");
  EXPECT_EQ(row_of("atom.global.add.f32"), "atom.float");
  EXPECT_EQ(row_of("atom.acq_rel.gpu.global.cas.b32"), "atom.cas");
  EXPECT_EQ(row_of("atom.add.release.gpu.u32"), "atom.int");
  EXPECT_EQ(row_of("atom.global.sys.add.u32"), "atom.int");
  EXPECT_EQ(row_of("atom.global.add.v4.f32"), "atom.vector");
  EXPECT_EQ(row_of("red.shared.add.u32"), "red.int");
  EXPECT_EQ(row_of("bar.warp.sync"), "bar.warp.sync");
  EXPECT_EQ(row_of("bar.red.popc.u32"), "bar.red");
  EXPECT_EQ(row_of("barrier.sync.aligned"), "barrier.sync");
  EXPECT_EQ(row_of("shfl.sync.bfly.b32"), "shfl.sync");
  EXPECT_EQ(row_of("vote.sync.ballot.b32"), "vote.sync.ballot");
  EXPECT_EQ(row_of("cp.async.cg.shared.global.L2::128B"), "cp.async");
  EXPECT_EQ(row_of("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"), "mma.sync");
  EXPECT_EQ(row_of("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32"), "mma.sync");
  EXPECT_EQ(row_of("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"), "mma.half");
  EXPECT_EQ(row_of("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), "wmma.mma");
  EXPECT_EQ(row_of("cp.async.bulk.prefetch.L2.global"), "cp.async.bulk.prefetch");
  EXPECT_EQ(row_of("brx.idx"), "brx.idx");
  EXPECT_EQ(row_of("exit"), "exit");
  EXPECT_EQ(row_of("fence.acq_rel.gpu"), "fence");
}

// As ptxas 13.0 takes them.
TEST(Opcodes, ModifiersMayStandInAnyOrder) {
  EXPECT_EQ(row_of("add.f32.ftz"), "add.f32");
  EXPECT_EQ(row_of("add.ftz.rn.f32"), "add.f32");
  EXPECT_EQ(row_of("min.xorsign.abs.NaN.f32"), "min.float");
  EXPECT_EQ(row_of("setp.s32.lt"), "setp.int");
  EXPECT_EQ(row_of("setp.and.lt.s32"), "setp.int");
  EXPECT_EQ(row_of("cvt.f32.s32.rn"), "cvt.float.int");
  EXPECT_EQ(row_of("cvt.s32.f32.rzi"), "cvt.int.float");
  EXPECT_EQ(row_of("addc.u32.cc"), "addc");
  EXPECT_EQ(row_of("atom.u32.global.add"), "atom.int");
  EXPECT_EQ(row_of("shfl.b32.sync.up"), "shfl.sync");
  EXPECT_EQ(row_of("vote.ballot.sync.b32"), "vote.sync.ballot");
  EXPECT_EQ(row_of("mma.row.col.sync.aligned.m16n8k8.f32.f16.f16.f32"), "mma.sync");
}

TEST(Opcodes, RefusesWhatTheSyntaxDoesNotHave) {
  for (const char* text :
       {"add",
        "add.u8",
        "add.sat.u32",
        "add.ftz.f64",
        "add.rn.rz.f32",
        "add.f32.ftz.ftz",
        "cvt.rn.s32.f32",
        "mul.s32",
        "mul.wide.u64",
        "fma.f32",
        "setp.lt",
        "setp.ltu.s32",
        "shl.s32",
        "popc.u32",
        "min.relu.u32",
        "cvt.rn.e4m3x2.f32",
        "ld.global.u128",
        "ld.global.v3.u32",
        "ld.shared.global.u32",
        "atom.add.s64",
        "atom.global.add.noftz.f32",
        "wgmma.fence.sync.aligned",
        "mma.sync",
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.bf16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32",
        "mma.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32",
        "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32",
        "tex.cube.v4.f32.f32",
        "barrier.cluster.arrive.acquire",
        "mapa.u16",
        "shfl.up.b32",
        "vote.all.pred",
        "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes",
        "cp.async.bulk.shared::cta.shared::cta.mbarrier::complete_tx::bytes",
        "cp.reduce.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.add.u32",
        "lop3.xor.b32",
        "exit.uni"}) {
    EXPECT_EQ(row_of(text), "") << text;
  }
}

}  // namespace
}  // namespace lanescope::isa
