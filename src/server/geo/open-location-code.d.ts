declare module "open-location-code" {
  export interface CodeArea {
    readonly latitudeCenter: number;
    readonly longitudeCenter: number;
    readonly codeLength: number;
  }
  export class OpenLocationCode {
    isFull(code: string): boolean;
    isShort(code: string): boolean;
    encode(latitude: number, longitude: number, codeLength?: number): string;
    decode(code: string): CodeArea;
    recoverNearest(shortCode: string, latitude: number, longitude: number): string;
  }
}
