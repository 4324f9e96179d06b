"""RoutingKit's customisable hierarchy on our graph: order, customising, and a matrix. Processor seconds as JSON."""

import array
import json
import resource
import sys

import routingkit_cch as rk

folder = sys.argv[1]


def numbers(name, kind):
    values = array.array(kind)
    with open(f"{folder}/{name}", "rb") as file:
        values.frombytes(file.read())
    return values.tolist()


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


tail, head, weight = (numbers(name, "i") for name in ("tail", "head", "weight"))
lat, lon = numbers("lat", "d"), numbers("lon", "d")
sources, targets = numbers("sources", "i"), numbers("targets", "i")

began = cpu()
order = rk.compute_order_inertial(len(lat), tail, head, lat, lon)
cch = rk.CCH(order, tail, head, False)
ordered = cpu()
metric = rk.CCHMetric(cch, weight)
customised = cpu()
query = rk.CCHOneToMany(metric, targets)
total = 0
for source in sources:
    total += sum(d for d in query.distances_from(source) if d is not None)
done = cpu()
print(json.dumps({"order": ordered - began, "customise": customised - ordered, "matrix": done - customised, "sum": total}))
