#!/usr/bin/env python3
"""libraries.py puts times into a file of recorded ones, and leaves the rest of it as it is."""
import json
import unittest

from libraries import MEASUREMENTS, with_libraries

TIMES = [{"call": "cublasSgemm", "version": "13.0.0", "values": {"n": 4096},
          "milliseconds": {"median": 2.5, "min": 2.4, "max": 3.0}, "samples": 21, "l2": "after a copy of the inputs"}]


class Libraries(unittest.TestCase):
    def test_the_rest_stays(self):
        for file in MEASUREMENTS.glob("*.json"):
            before = file.read_text()
            once = with_libraries(before, TIMES)
            self.assertEqual(once.split("\n")[1:], before.split("\n")[1:])
            members = json.loads(once)
            self.assertEqual(members.pop("libraries"), TIMES)
            rest = json.loads(before)
            rest.pop("libraries", None)
            self.assertEqual(members, rest)

    def test_again_replaces(self):
        for file in MEASUREMENTS.glob("*.json"):
            once = with_libraries(file.read_text(), TIMES)
            self.assertEqual(with_libraries(once, TIMES), once)


if __name__ == "__main__":
    unittest.main()
