import "../styles/menu.css";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { useEffect, useState } from "react";
import { useWords } from "../../i18n/words.ts";
import type { ComboboxProps, ComboOption, OpenProps } from "./combobox.tsx";
import { FieldFrame } from "../field-frame.tsx";
import { Icon } from "../icon.tsx";
import { definedOf } from "../text-field.tsx";
import { useReconnect } from "../use-reconnect.ts";
import { useLatest } from "../use-latest.ts";
import { openDialog, placeIn } from "./over-dialog.ts";

type Found<T> = { state: "idle" | "busy" | "done" | "failed"; options: readonly ComboOption<T>[] };
const DELAY_MS = 200;
const IDLE = { state: "idle", options: [] } as const;

/** Options for the text, newest answer only; a search that failed is tried again by itself. */
function useFound<T>(
  text: string,
  search: ComboboxProps<T>["search"],
  minLength: number,
  active: boolean,
): Found<T> {
  const wanted = active && text.trim().length >= minLength;
  const [found, setFound] = useState<Found<T>>(IDLE);
  const [again, setAgain] = useState({ text: "" });
  const latest = useLatest(search);
  useEffect(() => {
    if (!wanted) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        setFound((before) => ({ ...before, state: "busy" }));
        latest.current(text, stop.signal).then(
          (options) => !stop.signal.aborted && setFound({ state: "done", options }),
          () => !stop.signal.aborted && setFound({ state: "failed", options: [] }),
        );
      },
      again.text === text ? 0 : DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, wanted, again, latest]);
  useReconnect(wanted && found.state === "failed" ? () => setAgain({ text }) : undefined);
  return wanted ? found : IDLE;
}

/** The box with its list: keys, focus and place are Base UI's, the looks ours. */
export function ComboboxOpen<T>(props: OpenProps<T>) {
  const t = useWords("hall");
  const {
    label,
    text,
    onText,
    search,
    onChoose,
    onBlur,
    icon,
    placeholder,
    autoComplete = "off",
    empty,
    minLength = 2,
  } = props;
  const { hint, error, required, id } = props;
  const [typed, setTyped] = useState(props.typedBefore);
  const [dialog] = useState(openDialog);
  const { state, options } = useFound(text, search, minLength, typed);
  return (
    <Autocomplete.Root
      items={options}
      value={text}
      itemToStringValue={(option: ComboOption<T>) => option.label}
      filter={null}
      autoHighlight="always"
      defaultOpen={props.typedBefore}
      onValueChange={(value, details) => {
        setTyped(details.reason !== "item-press");
        onText(value);
      }}
    >
      <FieldFrame label={label} {...definedOf({ id, hint, error, required })}>
        {(control) => (
          <Autocomplete.InputGroup className="field-box">
            {icon && <Icon name={icon} />}
            <Autocomplete.Input
              {...control}
              dir="auto"
              placeholder={placeholder}
              autoComplete={autoComplete}
              onBlur={onBlur}
            />
            {state === "busy" && <span className="spinner" />}
          </Autocomplete.InputGroup>
        )}
      </FieldFrame>
      <Autocomplete.Portal container={dialog}>
        <Autocomplete.Positioner className="menu-place" sideOffset={4} {...placeIn(dialog)}>
          <Autocomplete.Popup className="menu menu-wide">
            <Autocomplete.Status className="menu-status">
              {state === "failed" && t("combobox.failed")}
              {state === "busy" && options.length === 0 && t("combobox.busy")}
              {state === "done" && options.length === 0 && (empty ?? t("combobox.empty"))}
            </Autocomplete.Status>
            <Autocomplete.List>
              {(option: ComboOption<T>) => (
                <Autocomplete.Item
                  key={option.id}
                  value={option}
                  className="menu-item"
                  onClick={() => onChoose(option.value, option)}
                >
                  {option.icon && <Icon name={option.icon} />}
                  <span className="choice-text">
                    <bdi>{option.label}</bdi>
                    {option.detail !== undefined && <bdi className="quiet small">{option.detail}</bdi>}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
