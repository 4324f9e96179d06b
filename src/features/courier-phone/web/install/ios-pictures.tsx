import type { ReactNode } from "react";

/** Lower part of a phone's screen. */
function Phone({ children, top = false }: { children: ReactNode; top?: boolean }) {
  return (
    <svg className="ios-picture" viewBox="0 0 160 120" aria-hidden="true">
      <path
        className="ios-phone"
        d={
          top
            ? "M20 122V22a14 14 0 0 1 14-14h92a14 14 0 0 1 14 14v100"
            : "M20-2v100a14 14 0 0 0 14 14h92a14 14 0 0 0 14-14V-2"
        }
      />
      {children}
    </svg>
  );
}

/** Square with an arrow that leaves it upwards. */
const Share = ({ x, y }: { x: number; y: number }) => (
  <path
    className="ios-stroke"
    transform={`translate(${x} ${y})`}
    d="M-3-2h-4v11h14v-11h-4M0 4v-13m-4 4 4-4 4 4"
  />
);

/** Ring around the place to press. */
const Ring = ({ x, y, r = 15 }: { x: number; y: number; r?: number }) => (
  <circle className="ios-ring" cx={x} cy={y} r={r} />
);

export const SharePicture = () => (
  <Phone>
    <path className="ios-line" d="M34 14h92M34 28h70M34 42h84" />
    <path className="ios-bar" d="M21 66h118v32a13 13 0 0 1-13 13H34a13 13 0 0 1-13-13z" />
    <path
      className="ios-stroke ios-quiet"
      d="m42 84-5 5 5 5M53 84l5 5-5 5M101 83h8v12h-8zM120 83h9v9h-9zM123 95h9v-9"
    />
    <Share x={80} y={90} />
    <Ring x={80} y={89} r={14} />
  </Phone>
);

export const RowPicture = () => (
  <Phone>
    <path
      className="ios-bar"
      d="M21 14a10 10 0 0 1 10-10h98a10 10 0 0 1 10 10v84a13 13 0 0 1-13 13H34a13 13 0 0 1-13-13z"
    />
    <path className="ios-line" d="M34 20h48M34 40h60M34 86h40" />
    <path className="ios-row" d="M27 51h106v24H27z" />
    <path className="ios-words" d="M36 63h58" />
    <path className="ios-stroke" d="M112 55h16v16h-16zM120 59v8m-4-4h8" />
  </Phone>
);

export const AddPicture = () => (
  <Phone top>
    <path className="ios-line" d="M34 34h22" />
    <path className="ios-words" d="M70 34h20" />
    <path className="ios-act" d="M106 34h22" />
    <Ring x={117} y={34} r={18} />
    <Mark x={34} y={60} size={32} />
    <path className="ios-words" d="M76 70h36" />
    <path className="ios-line" d="M76 84h52" />
  </Phone>
);

export const HomePicture = () => (
  <Phone>
    <path
      className="ios-bar"
      d="M34 8h24v24H34zM68 8h24v24H68zM102 8h24v24h-24zM34 46h24v24H34zM102 46h24v24h-24zM34 84h24v24H34z"
    />
    <Mark x={66} y={44} size={28} />
    <Ring x={80} y={58} r={22} />
  </Phone>
);

/** The app's icon. */
function Mark({ x, y, size }: { x: number; y: number; size: number }) {
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 48 48">
      <rect className="mark-paper" width="48" height="48" rx="10" />
      <path className="ios-sheet" d="M14 9h14l7 7v23H14z" />
      <path className="mark-fold" d="M28 9v7h7z" />
      <path className="ios-route" d="m18 18 3.4 12 3.2-9 3.2 9L31 20" />
    </svg>
  );
}
