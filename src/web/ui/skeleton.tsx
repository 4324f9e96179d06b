import { useWords } from "../i18n/words.ts";

/** Grey lines where text will stand, of the same height, so that nothing jumps. */
export function Skeleton({ lines = 3, look = "text" }: { lines?: number; look?: "text" | "rows" | "card" }) {
  const t = useWords("hall");
  return (
    <output className={`skeleton skeleton-${look}`} aria-label={t("ui.loading")}>
      {Array.from({ length: lines }, (_, n) => (
        <span key={n} className="bone" />
      ))}
    </output>
  );
}
