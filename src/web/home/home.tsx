import { useEffect } from "react";
import { DOCS, DOCS_OPENAPI } from "#contract/offline-shell.ts";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { useConfigIfThere } from "../session/config.ts";
import { useSession } from "../session/session.ts";
import { useWords } from "../i18n/words.ts";
import { setTour, useTour } from "./tour.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { DOORS, type Door, SET_UP } from "./doors.ts";
import { DoorCard } from "./door-card.tsx";
import { PhoneDoor } from "./phone-door.tsx";
import { WaybillStack } from "./waybill-stack.tsx";
import "./home.css";

/** Says what Waybill is, with the way to a price and the doors for everybody who works with it. */
export function Home() {
  const t = useWords("home");
  const config = useConfigIfThere();
  useEffect(() => {
    import("../offline/prepare.ts").then(
      ({ prepareDocs }) => prepareDocs(),
      () => undefined,
    );
  }, []);
  return (
    <div className="front">
      <section className="front-hero">
        <div className="stack gap-4">
          <h1 className="display">{t("hero.title")}</h1>
          <p className="lead">{t("hero.text")}</p>
          <div className="row gap-3">
            <Button variant="filled" size="large" icon="parcel" href="/book">
              {t("hero.book")}
            </Button>
            <StartTour isDemo={config?.demo.on === true} />
            <Returning />
          </div>
        </div>
        <WaybillStack />
      </section>
      {config?.org.isOpen === false && <NotOpen org={config.org.name} />}
      <Doors config={config} />
      <section className="front-steps" aria-labelledby="front-steps">
        <h2 className="title-large" id="front-steps">
          {t("steps.title")}
        </h2>
        <ol>
          {(["price", "ride", "proof"] as const).map((step) => (
            <li key={step}>
              <h3 className="title">{t(`steps.${step}.title`)}</h3>
              <p className="quiet">{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <Docs />
    </div>
  );
}

/** Says that no booking is possible yet: administrators go on to the set-up, others read who does it. */
function NotOpen({ org }: { org: string }) {
  const t = useWords("home");
  const session = useSession();
  const maySetUp = session.kind === "signed-in" && session.roles.includes("org-admin");
  return (
    <Banner
      actions={
        maySetUp && (
          <Button variant="filled" icon="flag" href={SET_UP}>
            {t("set-up.go")}
          </Button>
        )
      }
    >
      {t(maySetUp ? "set-up.yours" : "set-up.others", { org })}
    </Banner>
  );
}

/** One delivery from the sender to the recipient, in the demo. */
function StartTour({ isDemo }: { isDemo: boolean }) {
  const t = useWords("home");
  const tour = useTour();
  if (!isDemo || tour) return null;
  return (
    <Button variant="outlined" size="large" icon="route" onClick={() => setTour({ step: "book" })}>
      {t("tour.start")}
    </Button>
  );
}

/** A signed-in person goes straight to their own work. */
function Returning() {
  const t = useWords("home");
  const session = useSession();
  const config = useConfigIfThere();
  const door =
    session.kind === "signed-in"
      ? DOORS.findLast(({ role }) => role !== undefined && session.roles.includes(role))
      : undefined;
  if (!door || door.name === "recipient") return null;
  return (
    <Button variant="tonal" size="large" icon={door.icon} href={pathOf(door, config)}>
      {t(`door.${door.name}.go`)}
    </Button>
  );
}

/** The administrator of an installation that is not open yet goes to its set-up. */
const pathOf = (door: Door, config: BrowserConfig | undefined): string =>
  door.name === "admin" && config?.org.isOpen === false ? SET_UP : door.path;

function Doors({ config }: { config: BrowserConfig | undefined }) {
  const t = useWords("home");
  const demo = config?.demo.on === true && config.demo.people.length > 0;
  const doors = demo ? DOORS : DOORS.filter(({ role }) => role !== undefined);
  return (
    <section className="stack gap-4" aria-labelledby="front-doors">
      <div>
        <h2 className="title-large" id="front-doors">
          {t(demo ? "doors.demo-title" : "doors.title")}
        </h2>
        <p className="quiet">{t(demo ? "doors.demo-text" : "doors.text")}</p>
      </div>
      <ul className="front-doors">
        {doors.map((door) => (
          <DoorCard
            key={door.name}
            door={{ ...door, path: pathOf(door, config) }}
            hint={config?.demo.people.find(({ role }) => role === door.role)}
          />
        ))}
      </ul>
      {config?.demo.on === true && <PhoneDoor config={config} />}
    </section>
  );
}

/** The docs are plain pages of this server: they need no other host. */
function Docs() {
  const t = useWords("home");
  return (
    <nav className="front-docs" aria-label={t("docs.title")}>
      <a href={DOCS}>{t("docs.read")}</a>
      <a href="/docs/spec/7-calls.html">{t("docs.api")}</a>
      <a href={DOCS_OPENAPI} target="_blank" rel="noreferrer">
        {t("docs.openapi")}
      </a>
    </nav>
  );
}
