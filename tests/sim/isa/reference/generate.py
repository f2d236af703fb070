#!/usr/bin/env python3
"""Writes tests/sim/isa/rows/*.ptx. Run by hand; the files are kept in the repository.

    tests/sim/isa/reference/generate.py && git diff --stat tests/sim/isa/rows
"""
import importlib

for module in ("rows_integer", "rows_float", "rows_half", "rows_compare", "rows_convert", "rows_small_float", "rows_move",
               "rows_memory", "rows_wide", "rows_stack", "rows_bulk", "rows_warp", "rows_mbarrier", "rows_matrix", "rows_mma", "rows_wmma", "rows_ldmatrix", "rows_video", "rows_texture", "rows_cluster",
               "rows_control"):
    importlib.import_module(module).write_all()
