"""Solves one case with one peer: `peers.py PEER SECONDS SEED < case.json > answer.json`, one thread.

The case holds a matrix of seconds, couriers and orders of one pickup each; the answer routes of [order, "pickup" | "drop"]
by courier, and the processor seconds of the search.
"""

import datetime
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

PEER, SECONDS, SEED = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
CASE = json.load(sys.stdin)
COUNT, MATRIX, COURIERS, ORDERS = CASE["places"], CASE["seconds"], CASE["couriers"], CASE["orders"]
HUB, FEWEST, FIXED = CASE["hub"], CASE["fewest"], CASE["fixed"]
SKILLS = {"cold": 1}


def row(at):
    return MATRIX[at * COUNT : (at + 1) * COUNT]


def all_at_start(drops):
    """Routes of a hub: what is dropped was loaded before."""
    return [[[o, "pickup"] for o in route] + [[o, "drop"] for o in route] for route in drops]


def vroom():
    def stop(at, one, service=None):
        found = {"id": at, "location_index": one["place"], "service": one["service"] if service is None else service}
        if one["windows"]:
            found["time_windows"] = one["windows"]
        return found

    skills = lambda one: [SKILLS[s] for s in one["skills"]]
    vehicles = []
    for at, c in enumerate(COURIERS):
        v = {"id": at, "start_index": c["start"], "capacity": c["capacity"], "skills": skills(c), "time_window": c["shift"]}
        if c["end"] is not None:
            v["end_index"] = c["end"]
        if FIXED:
            v["costs"] = {"fixed": FIXED}
        v["breaks"] = [{"id": k, "time_windows": [b["window"]], "service": b["duration"]} for k, b in enumerate(c["breaks"])]
        vehicles.append(v)
    case = {"vehicles": vehicles, "matrices": {"car": {"durations": [row(i) for i in range(COUNT)]}}}
    if HUB:
        case["jobs"] = [{**stop(at, o["drop"]), "delivery": o["load"], "skills": skills(o)} for at, o in enumerate(ORDERS)]
    else:
        case["shipments"] = [
            {"amount": o["load"], "skills": skills(o), "pickup": stop(at, o["pickup"]), "delivery": stop(at, o["drop"])}
            for at, o in enumerate(ORDERS)
        ]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(case, file)
        file.flush()
        level = os.environ.get("VROOM_LEVEL", "5")
        code = "import sys, vroom; sys.argv = ['vroom', *sys.argv[1:]]; vroom.main()"
        args = ["-i", file.name, "-t", "1", "-x", level, "-l", str(SECONDS)]
        said = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=True).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = json.loads(said)
    routes = [[] for _ in COURIERS]
    for route in answer["routes"]:
        kinds = {"pickup": "pickup", "delivery": "drop", "job": "drop"}
        routes[route["vehicle"]] = [[s["id"], kinds[s["type"]]] for s in route["steps"] if s["type"] in kinds]
    if HUB:
        routes = all_at_start([[o for o, _ in route] for route in routes])
    return routes, used.ru_utime + used.ru_stime


def vrp_cli():
    import vrp_cli as solver

    moment = lambda s: (datetime.datetime(2024, 1, 1) + datetime.timedelta(seconds=s)).strftime("%Y-%m-%dT%H:%M:%SZ")
    horizon = max(c["shift"][1] for c in COURIERS)

    def task(one, load):
        windows = one["windows"] or [[0, horizon]]
        place = {"location": {"index": one["place"]}, "duration": one["service"], "times": [[moment(a), moment(b)] for a, b in windows]}
        return {"places": [place], "demand": load}

    jobs = []
    for at, o in enumerate(ORDERS):
        job = {"id": str(at), "deliveries": [task(o["drop"], o["load"])]}
        if not HUB:
            job["pickups"] = [task(o["pickup"], o["load"])]
        if o["skills"]:
            job["skills"] = {"allOf": o["skills"]}
        jobs.append(job)
    fleet = []
    for at, c in enumerate(COURIERS):
        shift = {"start": {"earliest": moment(c["shift"][0]), "location": {"index": c["start"]}}}
        if c["end"] is not None:
            shift["end"] = {"latest": moment(c["shift"][1]), "location": {"index": c["end"]}}
        if c["breaks"]:
            shift["breaks"] = [
                {"time": [moment(b["window"][0]), moment(b["window"][1])], "places": [{"duration": b["duration"]}], "policy": "skip-if-arrival-before-end"}
                for b in c["breaks"]
            ]
        vehicle = {"typeId": f"t{at}", "vehicleIds": [f"v{at}"], "profile": {"matrix": "car"}, "shifts": [shift], "capacity": c["capacity"]}
        vehicle["costs"] = {"fixed": 0, "distance": 1, "time": 0}
        if c["skills"]:
            vehicle["skills"] = c["skills"]
        if c["end"] is None:
            vehicle["limits"] = {"maxDuration": c["shift"][1] - c["shift"][0]}
        fleet.append(vehicle)
    tours = [[{"type": "minimize-tours"}]] if FEWEST else []
    problem = {
        "plan": {"jobs": jobs},
        "fleet": {"vehicles": fleet, "profiles": [{"name": "car"}]},
        "objectives": [[{"type": "minimize-unassigned"}], *tours, [{"type": "minimize-cost"}]],
    }
    matrix = {"profile": "car", "travelTimes": MATRIX, "distances": MATRIX}
    # The binding accepts whole seconds only.
    config = {
        "termination": {"maxTime": max(1, round(SECONDS)), "maxGenerations": 1000000},
        "environment": {"parallelism": {"numThreadPools": 1, "threadsPerPool": 1}, "logging": {"enabled": False}},
    }
    dumped = [json.dumps(problem), [json.dumps(matrix)], json.dumps(config)]
    begun = time.process_time()
    answer = json.loads(solver.solve_pragmatic(problem=dumped[0], matrices=dumped[1], config=dumped[2]))
    spent = time.process_time() - begun
    routes = [[] for _ in COURIERS]
    for tour in answer["tours"]:
        acts = [a for s in tour["stops"] for a in s["activities"] if a["type"] in ("pickup", "delivery") and a["jobId"].isdigit()]
        routes[int(tour["vehicleId"][1:])] = [[int(a["jobId"]), "pickup" if a["type"] == "pickup" else "drop"] for a in acts]
    if HUB:
        routes = all_at_start([[o for o, _ in route] for route in routes])
    return routes, spent


def or_tools():
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    stops = []
    for at, o in enumerate(ORDERS):
        if not HUB:
            stops.append((at, "pickup", o["pickup"], o["load"][0]))
        stops.append((at, "drop", o["drop"], -o["load"][0] if not HUB else o["load"][0]))
    first = len(stops)
    place = [s[2]["place"] for s in stops] + [c["start"] for c in COURIERS] + [c["end"] for c in COURIERS]
    service = [s[2]["service"] for s in stops] + [0] * (2 * len(COURIERS))
    starts = [first + at for at in range(len(COURIERS))]
    ends = [first + len(COURIERS) + at for at in range(len(COURIERS))]
    manager = pywrapcp.RoutingIndexManager(len(place), len(COURIERS), starts, ends)
    routing = pywrapcp.RoutingModel(manager)
    way = [[0 if b is None or a is None else MATRIX[a * COUNT + b] for b in place] for a in place]
    travel = routing.RegisterTransitMatrix(way)
    spend = routing.RegisterTransitMatrix([[w + service[i] for w in line] for i, line in enumerate(way)])
    routing.SetArcCostEvaluatorOfAllVehicles(travel)
    horizon = max(c["shift"][1] for c in COURIERS)
    routing.AddDimension(spend, horizon, horizon, False, "time")
    clock = routing.GetDimensionOrDie("time")
    load = [s[3] for s in stops] + [0] * (2 * len(COURIERS))
    demand = routing.RegisterUnaryTransitVector(load)
    routing.AddDimensionWithVehicleCapacity(demand, 0, [c["capacity"][0] for c in COURIERS], True, "load")
    solver = routing.solver()
    nodes = {}
    for at, (order, kind, stop, _) in enumerate(stops):
        index = manager.NodeToIndex(at)
        nodes[(order, kind)] = index
        if stop["windows"]:
            clock.CumulVar(index).SetRange(stop["windows"][0][0], stop["windows"][-1][1])
        routing.AddDisjunction([index], 100 * horizon)
    for order, o in enumerate(ORDERS):
        allowed = [at for at, c in enumerate(COURIERS) if set(o["skills"]) <= set(c["skills"])]
        for kind in ("pickup", "drop"):
            if (order, kind) in nodes and len(allowed) < len(COURIERS):
                routing.VehicleVar(nodes[(order, kind)]).SetValues([-1, *allowed])
        if not HUB:
            p, d = nodes[(order, "pickup")], nodes[(order, "drop")]
            routing.AddPickupAndDelivery(p, d)
            solver.Add(routing.VehicleVar(p) == routing.VehicleVar(d))
            solver.Add(clock.CumulVar(p) <= clock.CumulVar(d))
    visits = [service[manager.IndexToNode(i)] for i in range(routing.Size())]
    for at, c in enumerate(COURIERS):
        clock.CumulVar(routing.Start(at)).SetValue(c["shift"][0])
        clock.CumulVar(routing.End(at)).SetMax(c["shift"][1])
        if FIXED:
            routing.SetFixedCostOfVehicle(FIXED, at)
        if c["breaks"]:
            rests = [solver.FixedDurationIntervalVar(b["window"][0], b["window"][1], b["duration"], False, f"b{at}") for b in c["breaks"]]
            clock.SetBreakIntervalsOfVehicle(rests, at, visits)
    search = pywrapcp.DefaultRoutingSearchParameters()
    search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION
    search.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    search.time_limit.FromMilliseconds(int(SECONDS * 1000))
    begun = time.process_time()
    found = routing.SolveWithParameters(search)
    spent = time.process_time() - begun
    if not found:
        return [[] for _ in COURIERS], spent
    routes = []
    for at in range(len(COURIERS)):
        index, route = routing.Start(at), []
        while not routing.IsEnd(index):
            node = manager.IndexToNode(index)
            if node < first:
                route.append([stops[node][0], stops[node][1]])
            index = found.Value(routing.NextVar(index))
        routes.append(route)
    if HUB:
        routes = all_at_start([[o for o, _ in route] for route in routes])
    return routes, spent


def commiv():
    """Only cases of one depot, one kind of vehicle and a place of its own for each stop."""
    import commiv as solver

    ready, due, service, demand = [0] * COUNT, [COURIERS[0]["shift"][1]] * COUNT, [0] * COUNT, []
    for o in ORDERS:
        demand.append(o["load"][0])
        for stop in (o["pickup"], o["drop"]):
            at = stop["place"]
            ready[at], due[at] = stop["windows"][0]
            service[at] = stop["service"]
    pickups, drops = [o["pickup"]["place"] for o in ORDERS], [o["drop"]["place"] for o in ORDERS]
    matrix = [row(i) for i in range(COUNT)]
    # Its clock cannot be replaced: the wall time is lengthened until the processor time is used.
    wall, spent, best = SECONDS * 1000, 0, None
    for _ in range(3):
        begun = time.process_time()
        best = solver.solve_pdptw(
            matrix, pickups=pickups, deliveries=drops, demand=demand, capacity=COURIERS[0]["capacity"][0],
            ready=ready, due=due, service=service, fleet_min=True, wall_ms=int(wall), seed=SEED,
        )  # fmt: skip
        spent = time.process_time() - begun
        if spent >= 0.95 * SECONDS:
            break
        wall *= SECONDS / max(spent, 0.05)
    stop_at = {p: [o, "pickup"] for o, p in enumerate(pickups)} | {d: [o, "drop"] for o, d in enumerate(drops)}
    routes = [[stop_at[node] for node in route] for route in best.routes]
    return routes, spent


SOLVERS = {"VROOM": vroom, "vrp-cli": vrp_cli, "OR-Tools": or_tools, "commiv": commiv}
ANSWER, SPENT = SOLVERS[PEER]()
json.dump({"routes": ANSWER, "cpu": SPENT}, sys.stdout)
