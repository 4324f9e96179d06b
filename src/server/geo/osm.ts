/** Map data in OpenStreetMap's terms: nodes are points, ways are lists of nodes, relations group ways. WGS84 degrees. */
export type Tags = Readonly<Record<string, string>>;

export interface OsmNode {
  readonly type: "node";
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly tags?: Tags;
}
export interface OsmWay {
  readonly type: "way";
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags?: Tags;
}
export interface OsmMember {
  readonly type: "node" | "way" | "relation";
  readonly ref: number;
  readonly role: string;
}
export interface OsmRelation {
  readonly type: "relation";
  readonly id: number;
  readonly members: readonly OsmMember[];
  readonly tags?: Tags;
}
/** West, south, east, north in degrees. */
export type Bounds = readonly [number, number, number, number];

export interface OsmData {
  readonly bounds: Bounds;
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
}
