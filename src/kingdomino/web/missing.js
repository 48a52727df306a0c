// The page at an address where there is none.

import { furnishPage } from "./page.js";

furnishPage();
