import { type Look, testScreens } from '../accessible-screens.ts'

/** axe finds no problems on any screen. e2e/accessibility.e2e.ts has the other themes, directions and sizes. */

const LOOKS: readonly Look[] = [{ name: 'light', language: 'en', options: { colorScheme: 'light' } }]

testScreens(LOOKS)
