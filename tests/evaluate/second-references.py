"""
Robust standard errors of the Longley regression in exact rational arithmetic, rounded at the end: the second reference
where R's sandwich keeps about eight digits (its HC1 is not HC0 times 4/3). Writes tests/fixtures/statistics/longley-robust.json.

    python3 tests/evaluate/second-references.py
"""
import json
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 40
FOLDER = "tests/fixtures/statistics/"


def solve(matrix, right):
    """Gauss and Jordan over fractions; `right` has several columns."""
    rows = [list(a) + list(b) for a, b in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                factor = rows[i][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [row[n:] for row in rows]


sets = json.load(open(FOLDER + "nist-regression.json"))
columns = next(each for each in sets if each["name"] == "Longley")["columns"]
# The doubles that the tool reads, exactly.
y = [Fraction(value) for value in columns["y"]]
names = [name for name in columns if name != "y"]
x = [[Fraction(1)] + [Fraction(columns[name][row]) for name in names] for row in range(len(y))]
n, p = len(x), len(x[0])
gram = [[sum(row[a] * row[b] for row in x) for b in range(p)] for a in range(p)]
inverse = solve(gram, [[Fraction(int(a == b)) for b in range(p)] for a in range(p)])
beta = [sum(inverse[a][b] * sum(row[b] * value for row, value in zip(x, y)) for b in range(p)) for a in range(p)]
errors = [value - sum(b * c for b, c in zip(beta, row)) for row, value in zip(x, y)]
leverages = [sum(row[a] * inverse[a][b] * row[b] for a in range(p) for b in range(p)) for row in x]
WEIGHTS = {
    "hc0": lambda h: Fraction(1),
    "hc1": lambda h: Fraction(n, n - p),
    "hc2": lambda h: 1 / (1 - h),
    "hc3": lambda h: 1 / (1 - h) ** 2,
}
out = {}
for kind, weight in WEIGHTS.items():
    squares = [e * e * weight(h) for e, h in zip(errors, leverages)]
    variances = [
        sum(w * sum(inverse[a][b] * row[b] for b in range(p)) ** 2 for w, row in zip(squares, x)) for a in range(p)
    ]
    out[kind] = [str((Decimal(v.numerator) / Decimal(v.denominator)).sqrt())[:26] for v in variances]
json.dump(out, open(FOLDER + "longley-robust.json", "w"))
open(FOLDER + "longley-robust.json", "a").write("\n")
