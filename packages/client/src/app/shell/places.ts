import { Activity, ChartColumn, FileText, Languages, Rows3, Settings } from 'lucide-react'

/** The screens of a project, in the order of the rail; `g` and then the letter goes there. */
export const PLACES = [
  { id: 'translate', sign: Languages, letter: 't' },
  { id: 'overview', sign: ChartColumn, letter: 'o' },
  { id: 'keys', sign: Rows3, letter: 'k' },
  { id: 'files', sign: FileText, letter: 'f' },
  { id: 'activity', sign: Activity, letter: 'a' },
  { id: 'settings', sign: Settings, letter: 's' },
] as const

export type PlaceId = (typeof PLACES)[number]['id']
