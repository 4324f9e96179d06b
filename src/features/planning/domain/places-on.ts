/** The place of one stop: before another task of the route, or at its end. */
export interface Place {
  readonly taskId: string;
  readonly beforeTaskId: string | null;
}

/**
 * Places of a delivery's stops on a route as it is. The planner lays a route that breaks its rules (a rest that is due before
 * a stop can end) in another order or gives part of it away: a place that would then stand before the stop ahead goes
 * right behind that one, and a neighbour who is not on the route means the end.
 *
 * @param taskIds the route's tasks that are not over, in their order
 * @param wanted places by the planner's order, first the stop that comes first
 */
export function placesOn(taskIds: readonly string[], wanted: readonly Place[]): Place[] {
  let earliest = 0;
  return wanted.map(({ taskId, beforeTaskId }) => {
    const at = beforeTaskId === null ? -1 : taskIds.indexOf(beforeTaskId);
    earliest = Math.max(earliest, at < 0 ? taskIds.length : at);
    return { taskId, beforeTaskId: taskIds[earliest] ?? null };
  });
}
