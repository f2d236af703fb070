"""The check of names in sources that are compiled together."""

import unittest

import check_together
from test_hygiene import problems


class Together(unittest.TestCase):
    def test_one_name_one_meaning(self):
        room = {"r__CMakeLists_dot_txt": "", "r__a_dot_cpp": "using What = A::What;\n"}
        self.assertEqual([], problems(check_together.check, **room,
                                      r__b_dot_cpp="using What = x::A::What;\n"))
        self.assertEqual(1, len(problems(check_together.check, **room,
                                         r__s__b_dot_cpp="using b::What;\n")))
        self.assertEqual([], problems(check_together.check, **room,
                                      r__b_dot_cpp="  using What = B::What;\n"))

    def test_a_hidden_type_is_no_other_one(self):
        room = {"r__CMakeLists_dot_txt": "", "r__a_dot_hpp": "namespace n::m {\nstruct Source {\n};\n}\n"}
        hidden = "namespace {{\n\nclass {} {{\n}};\n\n}}  // namespace\n}}\n"
        self.assertEqual(1, len(problems(check_together.check, **room,
                                         r__b_dot_cpp="namespace n::m {\n" + hidden.format("Source"))))
        self.assertEqual([], problems(check_together.check, **room,
                                      r__b_dot_cpp="namespace n::m {\n" + hidden.format("Other")))
        self.assertEqual([], problems(check_together.check, **room,
                                      r__b_dot_cpp="namespace n {\n" + hidden.format("Source")))


if __name__ == "__main__":
    unittest.main()
