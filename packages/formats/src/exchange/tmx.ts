import { exchangeFormat } from './exchange-format.ts'
import { TMX } from './exchange-shape.ts'

/** Translation memories as tools exchange them (TMX 1.4b). */
export const tmx = exchangeFormat(TMX, { about: 'TMX: translation memory', root: /<tmx[\s>]/ })
