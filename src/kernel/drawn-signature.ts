/** A point of a stroke, in CSS pixels of the field that is signed on. */
export interface InkPoint {
  readonly x: number;
  readonly y: number;
}

/** Least ink of a signature: three initials reach it; a tap, a dot or one straight line do not. */
const POINTS_MIN = 8;
const LENGTH_MIN = 60;
const WIDTH_MIN = 24;
const HEIGHT_MIN = 8;

const lengthOf = (stroke: readonly InkPoint[]): number =>
  stroke.slice(1).reduce((sum, { x, y }, n) => {
    const from = stroke[n] ?? { x, y };
    return sum + Math.hypot(x - from.x, y - from.y);
  }, 0);

const spread = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);

/** Whether these strokes are a signature that a person could have drawn: enough points, length and extent. */
export function isSignature(strokes: readonly (readonly InkPoint[])[]): boolean {
  const points = strokes.flat();
  return (
    points.length >= POINTS_MIN &&
    strokes.reduce((sum, stroke) => sum + lengthOf(stroke), 0) >= LENGTH_MIN &&
    spread(points.map(({ x }) => x)) >= WIDTH_MIN &&
    spread(points.map(({ y }) => y)) >= HEIGHT_MIN
  );
}

/** Dark area on a picture of a signature, as shares of the whole picture. */
export interface InkOnPicture {
  readonly ink: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The same for a picture, as strokes never reach the server: neither blank, nor a dot, nor a straight line, nor black
 * all over. Shares are a little less than the smallest accepted signature leaves on a large field.
 */
export const isSignedPicture = ({ ink, width, height }: InkOnPicture): boolean =>
  ink >= 0.0003 && ink <= 0.5 && width >= 0.025 && height >= 0.015;
