import { exchangeFormat } from './exchange-format.ts'
import { TBX } from './exchange-shape.ts'

/** Glossaries as tools exchange them (TBX, ISO 30042). */
export const tbx = exchangeFormat(TBX, { about: 'TBX: terms', root: /<(?:tbx|martif)[\s>]/ })
