import { useWords } from "#web/i18n/words.ts";
import { AddPicture, HomePicture, RowPicture, SharePicture } from "./ios-pictures.tsx";
import "./ios-guide.css";

/** Order of the steps in Safari. */
const STEPS = [
  ["guide.share", SharePicture],
  ["guide.row", RowPicture],
  ["guide.add", AddPicture],
  ["guide.home", HomePicture],
] as const;

/** The way to the home screen on iPhone and iPad, in pictures. */
export function IosGuide() {
  const t = useWords("install");
  return (
    <section className="stack gap-4">
      <h2 className="title">{t("guide.title")}</h2>
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
