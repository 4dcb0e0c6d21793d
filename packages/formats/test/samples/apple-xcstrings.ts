import { comment, detail, file, ofFile, state } from '../convert/detailed-file.ts'
import { BARE, DE, EN, each, type FormatSample, frame, piece } from './sample.ts'

const CATALOG = '{"sourceLanguage":"en","strings":{'

export const sample: FormatSample = {
  hostile: {
    frames: [
      frame('strings', CATALOG, '"z":{}},"version":"1.0"}'),
      BARE,
      frame('value', `${CATALOG}"a":{"comment":"`, '"}}}'),
    ],
    pieces: [
      piece('keys', (i) => `"k${i}":{},`),
      piece('texts', (i) => `"k${i}":{"localizations":{"de":{"stringUnit":{"state":"new","value":"v"}}}},`),
      piece('one key', () => '"k":{},'),
      piece('languages', (i) => `"k${i}":{"localizations":{"l${i}":{}}},`),
    ],
  },
  detailed: [
    file()`{
  "sourceLanguage" : "en",
  "strings" : {
    "k1" : {
      ${comment('k1', '"comment" : "zqwords",\n      ')}${detail('k1', '"extractionState" : "manual",\n      ', undefined, /"extractionState" : "manual"/)}"localizations" : {
        "de" : { "stringUnit" : { "state" : "${state('k1', 'needs_review', /needs_review/)}", "value" : "Eins" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "One${detail('k1', ' zqsource', 'source-lost')}" } }
      }
    },
    "k2" : {
      ${detail('k2', '"generatesSymbol" : "zqyes",\n      ')}"localizations" : {
        "de" : { "stringUnit" : { "state" : "translated", "value" : "Zwei" } },
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Two" } }
      }
    }${ofFile(',\n    "k3" : { "comment" : "zqunused", "shouldTranslate" : false }')}
  },
  "version" : "1.0"
}`,
  ],
  project: {
    'Shop/Localizable.xcstrings': `{\n  "sourceLanguage" : "en",\n  "strings" : {\n${each((name, at) => {
      const unit = (text = '') =>
        `{\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "${text}"\n          }\n        }`
      return `    "${name}" : {\n      "localizations" : {\n        "de" : ${unit(DE[at])},\n        "en" : ${unit(EN[at])}\n      }\n    }`
    }, ',\n')}\n  },\n  "version" : "1.0"\n}`,
  },
}
