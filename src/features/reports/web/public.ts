/** Exports of this room's screens for later rooms. */
export const loadBarsChart = () =>
  import("./bars-chart.tsx").then((module) => ({ default: module.BarsChart }));
