import type { Point } from "#kernel/geo.ts";

/** A link that opens the device's own navigation: Apple's maps, Android's chooser, else a public map in a new tab. */
export function navigateLink({ lat, lon }: Point, userAgent: string): string {
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps://?daddr=${lat},${lon}`;
  if (/Android/.test(userAgent)) return `geo:${lat},${lon}?q=${lat},${lon}`;
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lon}`;
}
