import type { Map as MapLibre } from "maplibre-gl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useWords } from "../i18n/words.ts";
import { Icon } from "../ui/icon.tsx";
import type { MapPin } from "./model.ts";
import { startPin, type Pin } from "./pin.ts";

/** The pin is a button with a name, so that it can be reached, moved and confirmed by keys. */
export function PinMark({ map, pin }: { map: MapLibre; pin: MapPin }) {
  const t = useWords("map");
  const [button] = useState(makeButton);
  const running = useRef<Pin>(undefined);
  const latest = useRef(pin);
  const name = t("pin");
  useLayoutEffect(() => {
    latest.current = pin;
    button.setAttribute("aria-label", name);
    running.current?.place(pin.point);
  }, [button, name, pin]);
  useEffect(() => {
    running.current = startPin(map, button, latest.current.point, {
      onMove: (point) => latest.current.onMove(point),
      onConfirm: () => latest.current.onConfirm?.(),
    });
    return () => running.current?.remove();
  }, [map, button]);
  return createPortal(<Icon name="pin" size="large" />, button);
}

function makeButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "map-pin";
  return button;
}
