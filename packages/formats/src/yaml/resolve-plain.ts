/**
 * Returns whether a plain scalar is a text, and not a null, boolean, number, date or Ruby symbol. Programs
 * for YAML 1.1 (Ruby, PHP, Python) and 1.2 (JavaScript) differ; a scalar that one of the common ones reads as
 * something else is not offered for translation.
 */
export function isPlainText(source: string, { hasSymbols }: { readonly hasSymbols: boolean }): boolean {
  const first = source.charCodeAt(0)
  // Most texts start with a letter that no other scalar starts with, or are longer than any of them.
  if (source.length > 40) return !(hasSymbols && first === 58)
  if (hasSymbols && first === 58) return source.length === 1
  return !(
    NULL_OR_BOOLEAN.test(source) ||
    (NUMERIC_START.test(source) && (NUMBER.test(source) || SEXAGESIMAL.test(source) || DATE.test(source)))
  )
}

/**
 * Returns whether a plain scalar would be something other than a text for any program of either version;
 * stricter than `isPlainText`.
 */
export function isAmbiguousPlain(source: string): boolean {
  return (
    !isPlainText(source, { hasSymbols: true }) || /^(?:[yn]|=|<<)$/i.test(source) || /^[-+.]?\d/.test(source)
  )
}

/**
 * Returns whether a key as written, without quotes, is a boolean: by YAML 1.1, and for Ruby also the words of YAML
 * 1.2. Other programs write those back as the same key.
 */
export function isBooleanKey(raw: string, { isRuby }: { readonly isRuby: boolean }): boolean {
  if (raw.length > 5) return false
  return /^(?:yes|no|on|off)$/i.test(raw) || (isRuby && /^(?:true|false)$/i.test(raw))
}

export function isNullPlain(source: string): boolean {
  return /^(?:|~|null|Null|NULL)$/.test(source)
}

const NULL_OR_BOOLEAN = /^(?:|~|null|true|false|yes|no|on|off)$/i
const NUMERIC_START = /^[-+.\d]/
const NUMBER =
  /^[-+]?(?:0b[01_]+|0o?[0-7_,]+|0x[\da-f_,]+|\d[\d_,]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.[\d_]+(?:e[-+]?\d+)?|\.inf)$|^\.nan$/i
const SEXAGESIMAL = /^[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?$/
const DATE =
  /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?[ \t]*(?:Z|[-+]\d\d?(?::?\d\d)?)?)?$/
