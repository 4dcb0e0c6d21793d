import { baseLanguage, intlTag } from '../locale/tag.ts'

/** The kinds of signs that a text can end with. */
export type SignKind = 'stop' | 'question' | 'exclamation' | 'colon' | 'ellipsis' | 'comma' | 'semicolon'

const KINDS: ReadonlyMap<string, SignKind> = new Map<string, SignKind>([
  ...signs('stop', '.。．｡।॥۔։።။។៕᠃᠉།༎᱾᱿꫰꘎꧉܀܁෴'),
  ...signs('question', '?？؟՞⸮፧\u037e꘏᥅'),
  ...signs('exclamation', '!！՜᥄߹'),
  ...signs('colon', ':：፡፦៖᠄܃'),
  ...signs('ellipsis', '…⋯'),
  ...signs('comma', ',，、،﹐፣၊᠂꘍'),
  ...signs('semicolon', ';；؛፤\u0387'),
])

function signs(kind: SignKind, text: string): [string, SignKind][] {
  return [...text].map((sign) => [sign, kind])
}

/** Returns the kind of a sign of any script; null for other characters. */
export function kindOfSign(sign: string): SignKind | null {
  return KINDS.get(sign) ?? null
}

type Signs = Readonly<Partial<Record<SignKind, string>>>

const PLAIN: Readonly<Record<SignKind, string>> = {
  stop: '.',
  question: '?',
  exclamation: '!',
  colon: ':',
  ellipsis: '…',
  comma: ',',
  semicolon: ';',
}

const CHINESE: Signs = {
  stop: '。',
  question: '？',
  exclamation: '！',
  colon: '：',
  ellipsis: '……',
  comma: '，',
  semicolon: '；',
}
const ARABIC: Signs = { question: '؟', comma: '،', semicolon: '؛' }
const DANDA: Signs = { stop: '।' }

/** Signs of scripts that differ from those of Latin. */
const BY_SCRIPT: ReadonlyMap<string, Signs> = new Map<string, Signs>([
  ['Arab', ARABIC],
  ['Armn', { stop: '։' }],
  ['Beng', DANDA],
  ['Deva', DANDA],
  ['Ethi', { stop: '።', comma: '፣', semicolon: '፤' }],
  ['Grek', { question: ';', semicolon: '\u00b7' }],
  ['Guru', DANDA],
  ['Hans', CHINESE],
  ['Hant', CHINESE],
  ['Jpan', { stop: '。', question: '？', exclamation: '！', colon: '：', comma: '、' }],
  ['Khmr', { stop: '។', colon: '៖' }],
  ['Mong', { stop: '᠃', comma: '᠂' }],
  ['Mymr', { stop: '။', comma: '၊' }],
  ['Olck', { stop: '᱾' }],
  ['Orya', DANDA],
  ['Syrc', ARABIC],
  ['Thaa', ARABIC],
  ['Tibt', { stop: '།' }],
])

/** The full stop of Urdu. Most other languages in Arabic script have that of Latin. */
const URDU: Signs = { ...ARABIC, stop: '۔' }

/** Signs of languages that differ from those of their script, by language and script, or language and region. */
const BY_LANGUAGE: ReadonlyMap<string, Signs> = new Map<string, Signs>([
  ['ks-Arab', URDU],
  ['lah-Arab', URDU],
  ['pa-Arab', URDU],
  ['skr-Arab', URDU],
  ['ur-Arab', URDU],
  ['kok-Deva', {}],
  ['mr-Deva', {}],
  ['fr-Latn', { question: '\u202f?', exclamation: '\u202f!', colon: '\u00a0:', semicolon: '\u202f;' }],
  ['fr-CA', { colon: '\u00a0:' }],
])

/** Returns the sign of a kind in a language, with the space before it. */
export function signFor(kind: SignKind, language: string): string {
  const { language: base, script = '', region } = new Intl.Locale(intlTag(language)).maximize()
  const own =
    BY_LANGUAGE.get(`${base}-${region}`) ?? BY_LANGUAGE.get(`${base}-${script}`) ?? BY_SCRIPT.get(script)
  return own?.[kind] ?? PLAIN[kind]
}

/**
 * Returns whether a missing sign is for a person to write: in Armenian, signs of questions and exclamations are within a
 * word; Spanish has a sign at the start as well.
 */
export function needsPerson(kind: SignKind, language: string, text: string): boolean {
  if (kind !== 'question' && kind !== 'exclamation') return false
  const base = baseLanguage(language)
  if (base === 'hy' || base === 'hyw') return true
  return (base === 'es' || base === 'ast') && !text.includes(kind === 'question' ? '¿' : '¡')
}

type Ends = { readonly source: SignKind | 'none'; readonly kind: SignKind | 'none'; readonly text: string }

/** Returns whether the language ends a text with another kind of sign, or none, where the source has its own. */
export function isUsualIn(language: string, { source, kind, text }: Ends): boolean {
  switch (baseLanguage(language)) {
    // Sentences have no full stop, and questions are recognized by their words.
    case 'th':
    case 'lo':
      return (
        (source === 'none' && kind === 'stop') ||
        (kind === 'none' && (source === 'stop' || source === 'question' || source === 'exclamation'))
      )
    // The particle of questions is followed by any sign.
    case 'ja':
      return source === 'question' && kind === 'stop' && /か[。．｡.][」』”"）)\s]*$/u.test(text)
    // Questions end with a particle and the same sign as all sentences.
    case 'my':
    case 'bo':
    case 'dz':
      return kind === 'stop' && (source === 'question' || source === 'exclamation')
    // The signs of questions and exclamations are within the word that is stressed; ՝ introduces a list.
    case 'hy':
    case 'hyw':
      return (
        (source === 'question' && /[\u055e?]/u.test(text) && (kind === 'stop' || kind === 'none')) ||
        (source === 'exclamation' && /[\u055b\u055c!]/u.test(text) && (kind === 'stop' || kind === 'none')) ||
        ((source === 'colon' || source === 'comma') && text.trimEnd().endsWith('\u055d'))
      )
    default:
      return false
  }
}
