import { pick, type Random, randomOf } from './random.ts'

export type SeedKey = {
  /** Names of the parent objects, then its own. */
  readonly path: readonly string[]
  readonly plural: 'none' | 'cardinal' | 'ordinal'
  /** Number of words in the source text; translations are slightly longer or shorter. */
  readonly words: number
  readonly placeholders: readonly string[]
  readonly tags: readonly string[]
  readonly nesting: string | null
}

export const NAMESPACES = [
  ...[
    'common',
    'account',
    'billing',
    'cart',
    'catalog',
    'checkout',
    'dashboard',
    'editor',
    'errors',
    'files',
  ],
  ...[
    'help',
    'invoices',
    'mail',
    'onboarding',
    'orders',
    'profile',
    'reports',
    'search',
    'settings',
    'teams',
  ],
] as const

/** Returns the keys of one namespace, two to four levels deep, about one in ten with plurals. */
export function namespaceKeys(seed: number, namespace: number, count: number): readonly SeedKey[] {
  const random = randomOf(seed, 1, namespace)
  const keys: SeedKey[] = []
  let section: readonly string[] = []
  for (let index = 0; index < count; index++) {
    if (index % SECTION === 0) section = sectionPath(random, index / SECTION)
    keys.push({
      path: [...section, `${pick(random, VERBS)}${pick(random, NOUNS)}${index % SECTION}`],
      ...shape(random),
    })
  }
  return keys
}

/** Keys per object in the file. */
const SECTION = 20

function sectionPath(random: Random, index: number): readonly string[] {
  const outer = `${pick(random, AREAS)}${Math.floor(index / 5)}`
  const inner = `${pick(random, PARTS)}${index}`
  return random() < 0.3 ? [outer, inner, pick(random, PARTS)] : [outer, inner]
}

function shape(random: Random): Omit<SeedKey, 'path'> {
  const kind = random()
  const plural = kind < 0.09 ? 'cardinal' : kind < 0.1 ? 'ordinal' : 'none'
  const placeholders = plural === 'none' ? [] : ['{{count}}']
  if (random() < 0.2) placeholders.push(pick(random, PLACEHOLDERS))
  if (random() < 0.03) placeholders.push(pick(random, PLACEHOLDERS))
  const tags = random() < 0.05 ? [pick(random, TAGS)] : []
  const nesting = random() < 0.01 ? '$t(common:app.name)' : null
  return { plural, words: wordCount(random), placeholders: [...new Set(placeholders)], tags, nesting }
}

/** Half of an interface is labels of one to four words; one text in fifty is a paragraph. */
function wordCount(random: Random): number {
  const kind = random()
  if (kind < 0.5) return 1 + Math.floor(random() * 4)
  if (kind < 0.98) return 4 + Math.floor(random() * 12)
  return 20 + Math.floor(random() * 40)
}

const AREAS = ['list', 'form', 'dialog', 'menu', 'header', 'table', 'wizard', 'panel', 'toolbar', 'summary']
const PARTS = [
  'title',
  'filters',
  'actions',
  'fields',
  'hints',
  'problems',
  'steps',
  'columns',
  'empty',
  'footer',
]
const VERBS = [
  'open',
  'save',
  'choose',
  'remove',
  'confirm',
  'show',
  'send',
  'rename',
  'copy',
  'missing',
  'loading',
  'done',
]
const NOUNS = [
  'Order',
  'File',
  'Address',
  'Payment',
  'User',
  'Team',
  'Label',
  'Page',
  'Price',
  'Folder',
  'Note',
  'Plan',
  'Invoice',
  'Key',
]
const PLACEHOLDERS = [
  '{{name}}',
  '{{ user }}',
  '{{- link}}',
  '{{date, datetime}}',
  '{{total, number}}',
  '{{file}}',
  '{{project}}',
]
const TAGS = ['b', 'strong', '0', '1', 'link']
