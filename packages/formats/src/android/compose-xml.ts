import type { Format } from '../format.ts'
import { resourceFormat } from './android-xml.ts'
import { COMPOSE } from './resource-dialect.ts'

/** String resources of Compose Multiplatform: Android's elements with other escapes (see `compose-text.ts`). */
export const composeXml: Format = resourceFormat(
  COMPOSE,
  'c',
  'Compose Multiplatform resources, which have other escapes',
)
