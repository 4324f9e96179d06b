import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Board } from "#features/dispatch/contract/board.ts";
import { type CourierQuote, QuoteText, useQuotes } from "#features/dispatch/web/public.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { carried, onCarried, putDown } from "#web/ui/lines/carry.ts";
import "./drag-costs.css";
import { brokenPromises } from "./broken-promises.ts";
import { useWorkNews } from "./use-day.ts";

/** Between the pointer and the words, as the style sheet says. */
const GAP_PX = 16;
const NONE: readonly string[] = [];
const carriedIds = (): readonly string[] => carried()?.deliveryIds ?? NONE;

/** The courier whose heading or stop lies under the pointer. */
function courierUnder({ target }: Event, board: Board): string | undefined {
  const line = target instanceof Element ? target.closest(".pane-couriers [data-key]") : null;
  const [kind, id] = line?.getAttribute("data-key")?.split(":") ?? [];
  if (kind === "c") return id;
  return board.couriers.find(({ route }) => route.stops.some(({ taskId }) => taskId === id))?.id;
}

/**
 * Costs of a drag, beside the pointer: all couriers are quoted when one delivery is picked up, and hovering only looks up. A quote
 * holds for the route that it was made for; another one is asked for again, and meanwhile no figure is shown.
 */
export function DragCosts({ board }: { board: Board }) {
  const ids = useSyncExternalStore(onCarried, carriedIds);
  useWorkNews(board.date);
  return ids.length === 1 ? <Costs board={board} ids={ids} /> : null;
}

function Costs({ board, ids }: { board: Board; ids: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<string>();
  const { quotes, isAsking } = useQuotes(board, ids);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      setOver(courierUnder(event, board));
      if (!box.current) return;
      const most = innerWidth - box.current.offsetWidth - 2 * GAP_PX;
      box.current.style.translate = `${Math.min(event.clientX, most)}px ${event.clientY}px`;
    };
    // The pointer moves with no button held only when no drag is on: its end was not heard.
    const onMove = ({ buttons }: PointerEvent) => {
      if (buttons === 0) putDown();
    };
    document.addEventListener("dragover", onOver);
    document.addEventListener("pointermove", onMove);
    return () => {
      document.removeEventListener("dragover", onOver);
      document.removeEventListener("pointermove", onMove);
    };
  }, [board]);
  const quote = over === undefined ? undefined : quotes.get(over);
  useBestGap(quote);
  // A courier without a quote while none is asked for: the delivery has begun, or the quotes failed.
  const isSaid = over !== undefined && (quote !== undefined || isAsking);
  return createPortal(
    <div ref={box} className="drag-costs" hidden={!isSaid} data-testid="drag-costs">
      {quote ? <Words quote={quote} board={board} /> : "…"}
    </div>,
    document.body,
  );
}

/** Draws a line where the recipient's stop would stand, on the line of the stop that would follow. */
function useBestGap(quote: CourierQuote | undefined): void {
  const before = quote?.kind === "fits" ? quote.places.at(-1)?.beforeTaskId : undefined;
  useEffect(() => {
    const line = document.querySelector(`[data-key="s:${before}"]`);
    line?.setAttribute("data-best", "");
    return () => line?.removeAttribute("data-best");
  }, [before]);
}

function Words({ quote, board }: { quote: CourierQuote; board: Board }) {
  const t = useWords("ribbon");
  const f = useFormat();
  const broken = quote.kind === "cannot" ? brokenPromises(quote.reasons, board) : [];
  if (broken.length === 0) return <QuoteText quote={quote} board={board} />;
  const list = broken.map(({ name, promised, foreseen }) =>
    t("drag.promise", {
      name,
      from: f.time(promised, board.timezone),
      to: f.time(foreseen, board.timezone),
    }),
  );
  return <>{t("drag.breaks", { n: broken.length, list: f.list(list) })}</>;
}
