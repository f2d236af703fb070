"""How far modelled times may be from those that an H200 took (modelled_time.py): the bounds, and the arithmetic."""
import unittest

import modelled_time as of

# In percent, of launches above 10,000 cycles, and of the others.
MEAN_ERROR_LONG, MEAN_ERROR_SHORT = 15, 15
LARGEST_ERROR = 1.0
KENDALL = 0.9


def launch(case, measured, modelled, **of_model):
    return of.Launch(case, 0, [measured] * 3, {}, {"cycles": modelled, **of_model})


class Arithmetic(unittest.TestCase):
    def test_mean_error(self):
        self.assertAlmostEqual(of.mean_error([launch("a/b c", 100, 110), launch("a/b d", 100, 70)]), 20)
        self.assertEqual(of.mean_error([]), 0)

    def test_kendall(self):
        order = [launch(f"a/b {i}", i, 2 * i) for i in range(4)]
        self.assertEqual(of.kendall(order), 1)
        self.assertEqual(of.kendall([launch(f"a/b {i}", i, -i) for i in range(4)]), -1)
        # One of six pairs is the other way round: (5 - 1) / 6.
        self.assertAlmostEqual(of.kendall([launch("a/b c", x, y) for x, y in ((1, 2), (2, 1), (3, 3), (4, 4))]), 4 / 6)
        # A tie on one side: 5 of (6 · 5)^½.
        self.assertAlmostEqual(of.kendall([launch("a/b c", x, y) for x, y in ((1, 1), (1, 2), (3, 3), (4, 4))]),
                               5 / 30 ** 0.5)

    def test_ladders(self):
        some = [launch("l/slow first", 200, 90), launch("l/fast first", 100, 100), launch("l/near first", 110, 1),
                launch("l/other large", 900, 1), launch("m/alone first", 1, 1)]
        self.assertEqual(of.ladders(some), [("l", "first", "slow", "fast", 2, 0.9), ("l", "first", "slow", "near", 200 / 110, 90)])

    def test_stalls(self):
        one = launch("a/b c", 1, 1, stalls={"wait": 50, "barrier": 30, "drain": 10})
        one.counters = {"stall.selected": 9, "stall.barrier": 5, "stall.drain": 4, "stall.wait": 3}
        self.assertEqual(of.largest_stalls(one.counters), ["barrier", "drain"])
        self.assertEqual(of.same_stalls(one), 1)

    def test_near(self):
        self.assertTrue(of.is_near_rate((50, 55)))
        self.assertFalse(of.is_near_rate((50, 44.9)))
        self.assertTrue(of.is_near_bytes((0, 256 << 10)))
        self.assertTrue(of.is_near_bytes((1e9, 0.95e9)))
        self.assertFalse(of.is_near_bytes((1e9, 0.94e9)))


class AnH200(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.head, cls.launches, cls.left_out = of.read()
        cls.long = [one for one in cls.launches if one.is_long]
        cls.short = [one for one in cls.launches if not one.is_long]

    def test_most_launches_are_compared(self):
        self.assertGreater(len(self.launches), 0.95 * len(self.head["launches"]))

    def test_mean_errors(self):
        self.assertLess(of.mean_error(self.long), MEAN_ERROR_LONG)
        self.assertLess(of.mean_error(self.short), MEAN_ERROR_SHORT)

    def test_largest_error(self):
        self.assertLess(max(abs(one.error) for one in self.launches), LARGEST_ERROR)

    def test_orders(self):
        self.assertGreater(of.kendall(self.launches), KENDALL)
        self.assertEqual([pair for pair in of.ladders(self.launches) if pair[5] <= 1], [])


if __name__ == "__main__":
    unittest.main()
