"""
Reference values of comparisons: 50 digits of multiprecision arithmetic for tests of means and of chi-square, exact counting of all
divisions, signs and tables for the others. Inputs are the doubles that the kernels read. Needs mpmath.
Writes tests/fixtures/statistics/comparisons.json.

    python3 tests/evaluate/comparison-references.py
"""
import json
import random
from fractions import Fraction
from math import comb

from mpmath import betainc, gammainc, log10, mp, mpf

mp.dps = 50
random.seed(20261126)


def exact(value):
    return mpf(value.numerator) / mpf(value.denominator)


def text(value):
    return mp.nstr(value, 25)


def student(t, df):
    """Two-sided tail."""
    return betainc(df / 2, mpf(1) / 2, 0, df / (df + t * t), regularized=True)


def moments(values):
    values = [Fraction(value) for value in values]
    mean = sum(values) / len(values)
    return mean, sum((value - mean) ** 2 for value in values) / (len(values) - 1), len(values)


def judged(off, variance, df):
    t = off / mp.sqrt(variance)
    p = student(t, df)
    return {"statistic": text(t), "df": text(df), "p": text(p), "log10_p": text(log10(p))}


def two_means(x, y):
    (a, va, n), (b, vb, m) = moments(x), moments(y)
    off = exact(a - b)
    pooled = (va * (n - 1) + vb * (m - 1)) / (n + m - 2) * (Fraction(1, n) + Fraction(1, m))
    parts = va / n, vb / m
    df = exact(sum(parts) ** 2 / (parts[0] ** 2 / (n - 1) + parts[1] ** 2 / (m - 1)))
    return {"student": judged(off, exact(pooled), mpf(n + m - 2)), "welch": judged(off, exact(sum(parts)), df)}


def ranks(values):
    """Twice the rank, with ties as their mean."""
    order = sorted(values)
    return [order.index(value) + 1 + len(order) - order[::-1].index(value) for value in values]


def tails(counts, observed, mean):
    every = sum(counts.values())
    far = sum(ways for total, ways in counts.items() if abs(total - mean) >= abs(observed - mean))
    p = mpf(far) / every
    return {"p": text(p), "log10_p": text(log10(p))}


def divided(x, y):
    own = ranks(x + y)
    states = {(0, 0): 1}
    for rank in own:
        further = dict(states)
        for (size, total), ways in states.items():
            if size < len(x):
                key = (size + 1, total + rank)
                further[key] = further.get(key, 0) + ways
        states = further
    counts = {total: ways for (size, total), ways in states.items() if size == len(x)}
    return tails(counts, sum(own[: len(x)]), len(x) * (len(own) + 1))


def signed(differences):
    used = [value for value in differences if value != 0]
    own = ranks([abs(value) for value in used])
    counts = {0: 1}
    for rank in own:
        further = dict(counts)
        for total, ways in counts.items():
            further[total + rank] = further.get(total + rank, 0) + ways
        counts = further
    return tails(counts, sum(rank for rank, value in zip(own, used) if value > 0), Fraction(sum(own), 2))


def not_more(weights, observed):
    every = sum(weights.values())
    p = sum(weight for weight in weights.values() if weight <= weights[observed])
    return {"p": text(exact(Fraction(p, every))), "log10_p": text(log10(exact(Fraction(p, every))))}


def fisher(a, b, c, d):
    least, most = max(0, a - d), min(a + b, a + c)
    return not_more({k: comb(a + b, k) * comb(c + d, a + c - k) for k in range(least, most + 1)}, a)


def binomial(count, rows, share):
    share = Fraction(share)
    top, rest = share.numerator, share.denominator - share.numerator
    return not_more({k: comb(rows, k) * top**k * rest ** (rows - k) for k in range(rows + 1)}, count)


def chi_square(a, b, c, d):
    n = a + b + c + d
    x = Fraction(n * (a * d - b * c) ** 2, (a + b) * (c + d) * (a + c) * (b + d))
    p = gammainc(mpf(1) / 2, exact(x) / 2, mp.inf, regularized=True)
    return {"statistic": text(exact(x)), "p": text(p), "log10_p": text(log10(p))}


def normal(n, mean, sd):
    return [random.gauss(mean, sd) for _ in range(n)]


means = []
for kind, offset, scale, apart in [
    ("ordinary", 0, 1, 0.5), ("far apart", 0, 1, 30), ("offset", 1e9, 1, 0.3), ("offset, far apart", 1e9, 1e-3, 0.2),
    ("tiny", 0, 1e-150, 1), ("huge", 0, 1e150, 1), ("tiny variance", 1000, 1e-9, 2), ("ties", 0, None, 1),
]:
    for n, m in [(2, 3), (5, 4), (12, 30), (60, 7), (250, 300)]:
        if scale is None:
            x, y = [float(random.randrange(6)) for _ in range(n)] + [1.5], [float(random.randrange(1, 7)) for _ in range(m)] + [2.5]
        else:
            x, y = [offset + scale * v for v in normal(n, apart, 1)], [offset + scale * v for v in normal(m, 0, 3)]
        means.append({"kind": kind, "x": x, "y": y, **two_means(x, y)})

by_ranks = []
for n, m, values, shift in [
    (1, 5, 0, 9), (3, 3, 0, 0.5), (4, 4, 3, 0), (6, 5, 0, 2), (8, 8, 4, 1), (12, 9, 0, 0.2), (15, 20, 5, 1), (25, 25, 0, 1),
    (30, 10, 7, 2), (40, 40, 0, 9), (50, 50, 0, 9), (50, 50, 9, 3), (99, 1, 0, 0), (5, 95, 0, 9), (20, 80, 3, 0), (33, 44, 0, 0.6),
]:
    draw = (lambda s: float(random.randrange(values) + s)) if values else (lambda s: random.gauss(s, 1))
    x, y = [draw(shift) for _ in range(n)], [draw(0) for _ in range(m)]
    by_ranks.append({"x": x, "y": y, **divided(x, y)})
by_signs = []
for n, values, shift in [
    (1, 0, 1), (2, 0, 1), (5, 0, 0.5), (6, 4, 0), (9, 0, 1), (12, 5, 1), (20, 0, 0.3), (30, 7, 1), (50, 0, 3), (80, 9, 2), (120, 0, 0.2),
    (150, 0, 9), (200, 0, 9), (200, 11, 1), (40, 0, 0),
]:
    x = [float(random.randrange(values) - values // 2 + shift) if values else random.gauss(shift, 1) for _ in range(n)]
    by_signs.append({"x": x, **signed(x)})
tables = []
for a, b, c, d in [
    (3, 1, 1, 3), (12, 5, 3, 11), (0, 5, 7, 2), (10, 0, 0, 12), (1, 99, 9, 91), (40, 60, 60, 40), (7, 7, 7, 7), (2, 3, 50, 60), (500, 400, 300, 600),
    (900, 100, 100, 900), (1, 0, 0, 1), (30, 2, 900, 1200), (2000, 1, 5, 2500), (5, 1995, 20, 1980), (123, 456, 78, 910), (1500, 500, 500, 1500),
]:
    tables.append({"table": [a, b, c, d], "fisher": fisher(a, b, c, d), "chi_square": chi_square(a, b, c, d)})
shares = []
for count, rows, share in [
    (0, 1, 0.5), (3, 10, 0.5), (9, 10, 0.5), (5, 10, 0.5), (0, 20, 0.1), (17, 100, 0.1), (60, 100, 0.5), (1000, 1000, 0.5), (2, 3000, 0.01), (1400, 2000, 0.3),
    (50, 100, 0.3), (1, 400, 0.0001), (299, 300, 0.999), (700, 1000, 0.7),
]:
    shares.append({"count": count, "rows": rows, "share": share, **binomial(count, rows, share)})

out = {"means": means, "ranks": by_ranks, "signs": by_signs, "tables": tables, "shares": shares}
print({name: len(each) for name, each in out.items()})
with open("tests/fixtures/statistics/comparisons.json", "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
