// The part of qrcode-generator 2.0.4 that is used here; the script next to this file is its
// dist/qrcode.mjs, unchanged.

export interface QRCode {
  addData(data: string): void;
  /** Throws if the data is too long for the largest version. */
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
}

export const qrcode: {
  (version: 0, level: "L" | "M" | "Q" | "H"): QRCode;
  stringToBytes(text: string): number[];
};
