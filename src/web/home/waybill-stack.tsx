import { Icon } from "../ui/icon.tsx";

/** Any well-formed number: it belongs to no delivery. */
const NUMBER = "WB-7K4M-92QX";
const BELOW = ["recipient", "courier", "dispatcher"] as const;

/** A drawn waybill: the sender's sheet on top, the copies of everybody else below it. Decoration only. */
export function WaybillStack() {
  return (
    <div className="front-stack" aria-hidden>
      {BELOW.map((copy) => (
        <span key={copy} className={`front-sheet copy-${copy}`} />
      ))}
      <span className="front-sheet copy-sender">
        <span className="front-sheet-head">
          <Icon name="parcel" />
          <span className="serial">{NUMBER}</span>
        </span>
        <span className="front-sheet-way">
          <Icon name="store" size="small" />
          <i />
          <Icon name="door" size="small" />
          <i />
        </span>
        <span className="front-sheet-foot">
          <span className="front-bars" />
          <span className="front-stamp">
            <Icon name="check" />
          </span>
        </span>
      </span>
    </div>
  );
}
