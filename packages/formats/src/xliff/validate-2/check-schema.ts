import { fail, failValue, type Report } from './report.ts'
import { CORE_RULES, type ElementRule, MODULE_ATTRIBUTES, MODULE_RULES } from './schema.ts'
import { hasAttribute, isCore, isExtension, type SpecElement, tagOf, valueOfAttribute } from './spec-tree.ts'
import { isValue } from './value-kinds.ts'

const INLINE: ReadonlySet<string> = new Set(['cp', 'ph', 'pc', 'sc', 'ec', 'mrk', 'sm', 'em'])

// A newer module must not be reported as an error, but a wrong element of a known one must.
const MODULE_PREFIX = /^(mtc|gls|mda|res|ctr|slr|val):/

const RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...Object.entries(CORE_RULES),
  ...Object.entries(MODULE_RULES),
])

/**
 * The attributes of each rule by name, in maps, because a file's attribute names must not match properties of
 * JavaScript objects.
 */
const ATTRIBUTES = new Map([...RULES].map(([name, { attributes }]) => [name, kindsOf(attributes)]))
const NEEDED = new Map(
  [...RULES].map(([name, { attributes }]) => [
    name,
    Object.keys(attributes).filter((key) => attributes[key]?.endsWith('!')),
  ]),
)
const NO_KINDS: ReadonlyMap<string, string> = new Map()
const NOTHING_NEEDED: readonly string[] = []
const FOREIGN = new Map(Object.entries(MODULE_ATTRIBUTES))

/**
 * Checks which elements and attributes can be where, and their values (chapters 4.2 and 5, as in the
 * schemas).
 */
export function checkSchema(report: Report, element: SpecElement): void {
  if (isExtension(element)) return
  const rule = RULES.get(element.name)
  if (rule === undefined) {
    // A misplaced element of the core was reported with the content of its parent.
    if (MODULE_PREFIX.test(element.name)) failTag(report, element)
    return
  }
  checkAttributes(report, element, rule)
  checkContent(report, element, rule.content)
  if (rule.content === 'anything') return
  for (const child of element.children) checkSchema(report, child)
}

function failTag(report: Report, element: SpecElement): void {
  fail(report, 'bad-tag', element, null, { found: `<${tagOf(element)}>` })
}

function checkAttributes(report: Report, element: SpecElement, rule: ElementRule): void {
  const known = ATTRIBUTES.get(element.name) ?? NO_KINDS
  for (const name of NEEDED.get(element.name) ?? NOTHING_NEEDED) {
    if (!hasAttribute(element, name)) {
      fail(report, 'missing-attribute', element, null, { tag: tagOf(element), attribute: name })
    }
  }
  for (const { name, value, written } of element.attributes) {
    const kind = known.get(name) ?? foreignKind(name, element, rule)
    if (kind === null || kind === 'forbidden') {
      fail(report, 'xliff-attribute-not-allowed', element, name, { attribute: written, tag: tagOf(element) })
    } else if (!isValue(kind, value)) failValue(report, element, name)
  }
}

function kindsOf(attributes: ElementRule['attributes']): ReadonlyMap<string, string> {
  return new Map(Object.entries(attributes).map(([name, kind]) => [name, kind.replace('!', '')]))
}

/** Returns the kind of an attribute that the element itself does not define; null if it is not allowed. */
function foreignKind(name: string, element: SpecElement, rule: ElementRule): string | null {
  const colon = name.startsWith('{') ? 0 : name.indexOf(':')
  if (colon < 0) return null
  const module = FOREIGN.get(name)
  if (/^(?:fs|slr):/.test(name) && module === undefined) return null
  if (rule.foreign === 'any') return module ?? 'text'
  // 4.2.3.5: the end of a span in the same unit takes all data from its start.
  const isEnd = element.name === 'ec' && valueOfAttribute(element, 'isolated') !== 'yes'
  return rule.foreign === 'format' && !isEnd ? (module ?? null) : null
}

function checkContent(report: Report, element: SpecElement, content: ElementRule['content']): void {
  if (content === 'anything') return
  const children = element.children.filter((child) => {
    // Unknown elements of the core are reported separately, and everything around them is checked as if they
    // did not exist.
    const isUnknown = isCore(child) && !RULES.has(child.name)
    if (isUnknown) failTag(report, child)
    return !isUnknown
  })
  if (typeof content === 'string') {
    const wrong = children.find(
      (child) =>
        !(content === 'inline' && INLINE.has(child.name)) && !(content === 'code' && child.name === 'cp'),
    )
    if (wrong !== undefined) failTag(report, wrong)
    if (content === 'empty' && element.hasCharacters) failTag(report, element)
    return
  }
  if (element.hasCharacters) fail(report, 'unexpected-text', element, null, { found: tagOf(element) })
  let at = 0
  for (const step of content) {
    const { names, isMany, isNeeded } = stepOf(step)
    let count = 0
    for (; at < children.length && (isMany || count === 0); at++, count++) {
      const child = children[at]
      if (child === undefined || !isOneOf(child, names)) break
    }
    if (count === 0 && isNeeded) {
      fail(report, 'expected-text', children[at] ?? element, null, {
        wanted: names.map((name) => `<${name}>`).join(' '),
      })
      return
    }
  }
  const left = children[at]
  if (left !== undefined) failTag(report, left)
}

type Step = { readonly names: readonly string[]; readonly isMany: boolean; readonly isNeeded: boolean }

const STEPS = new Map<string, Step>()

/** Returns a step of the table, parsed once. */
function stepOf(step: string): Step {
  const known = STEPS.get(step)
  if (known !== undefined) return known
  const parsed = {
    names: step.replace(/[?*+]$/, '').split('|'),
    isMany: /[*+]$/.test(step),
    isNeeded: !/[?*]$/.test(step),
  }
  STEPS.set(step, parsed)
  return parsed
}

function isOneOf(child: SpecElement, names: readonly string[]): boolean {
  return names.includes(child.name) || (names.includes('other') && !isCore(child))
}
