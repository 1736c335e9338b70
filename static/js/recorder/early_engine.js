// Starts the engine while the page is still being loaded: the script of the page is longer, and
// finds it under way.

import { readPageJson } from "../page.js";
import { EngineStart } from "./engine.js";

const { engine: words } = readPageJson("record-words");

export const engineStart = new EngineStart(readPageJson("record-engine"), words);
engineStart.getEngine();
