import type { XmlStyle } from '../source/xml-style.ts'
import type { XmlElement } from '../source/xml-tree.ts'
import { type AndroidValue, readAndroidValue } from './android-text.ts'
import { readComposeValue, writeComposeValue } from './compose-text.ts'
import { type Markup, writeAndroidValue } from './write-android-value.ts'

/** The program that reads a file of resources: its rules for the content of a value. */
export type ResourceDialect = {
  readonly id: 'android-xml' | 'compose-xml'
  readonly name: string
  readonly read: (file: string, element: XmlElement) => AndroidValue
  readonly write: (old: string | null, text: string, markup: Markup, file: XmlStyle) => string | null
  /** The content of an array's item that is no text, for positions that others follow; null: there is none. */
  readonly gap: string | null
  /** Whether tags in a new text are markup where the file has none that shows it. */
  readonly hasTags: boolean
}

/** aapt2, the resource compiler of Android. */
export const AAPT: ResourceDialect = {
  id: 'android-xml',
  name: 'Android string resources',
  read: readAndroidValue,
  write: writeAndroidValue,
  gap: '@null',
  hasTags: true,
}

/** The resource generator of Compose Multiplatform. */
export const COMPOSE: ResourceDialect = {
  id: 'compose-xml',
  name: 'Compose resources',
  read: readComposeValue,
  write: writeComposeValue,
  gap: null,
  hasTags: false,
}

/** Returns the dialect of a document. */
export function dialectOf({ format }: { readonly format: string }): ResourceDialect {
  return format === COMPOSE.id ? COMPOSE : AAPT
}
