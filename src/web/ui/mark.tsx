/** The mark: a folded waybill whose fold is a route from a pin to a doorstep. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path className="mark-paper" d="M5 3h15l7 7v19H5z" />
      <path className="mark-fold" d="M20 3v7h7z" />
      <path className="mark-route" d="M9 11.5l3.6 12L16 14l3.4 9.5L23 16" />
    </svg>
  );
}

/** Mark and name. The name is the same in every language and reads left to right. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <Mark />
      <bdi dir="ltr" translate="no">
        {NAME}
      </bdi>
    </span>
  );
}

const NAME = "Waybill";
