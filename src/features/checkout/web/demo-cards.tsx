import { useWords } from "#web/i18n/words.ts";

const DEMO_CARDS = [
  { number: "4242 4242 4242 4242", what: "approve" },
  { number: "4000 0027 6000 3184", what: "ask" },
  { number: "4000 0000 0000 0002", what: "decline" },
  { number: "4000 0000 0000 9995", what: "funds" },
] as const;

export interface DemoCardsProps {
  readonly onUse: (number: string) => void;
}

/** Only the sandbox has them: a press types one. */
export function DemoCards({ onUse }: DemoCardsProps) {
  const t = useWords("payments");
  return (
    <div className="pay-demo stack gap-2">
      <p className="small strong">{t("demo.title")}</p>
      <ul>
        {DEMO_CARDS.map(({ number, what }) => (
          <li key={number}>
            <button type="button" className="pay-demo-card" onClick={() => onUse(number)}>
              <bdi dir="ltr" className="figure">
                {number}
              </bdi>
              <span className="small quiet">{t(`demo.${what}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
