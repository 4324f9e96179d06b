import { useWords } from "#web/i18n/words.ts";
import { AddPicture, HomePicture, RowPicture, SharePicture } from "./ios-pictures.tsx";
import "./ios-guide.css";

/** Order of the steps in Safari. */
const STEPS = [
  ["install.share", SharePicture],
  ["install.row", RowPicture],
  ["install.add", AddPicture],
  ["install.home", HomePicture],
] as const;

/** The way to the home screen on iPhone and iPad, in pictures. */
export function IosGuide() {
  const t = useWords("courier-phone");
  return (
    <section className="stack gap-4">
      <h2 className="title">{t("install.guide")}</h2>
      <ol className="ios-guide">
        {STEPS.map(([key, Picture]) => (
          <li key={key}>
            <Picture />
            <p>{t(key)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
