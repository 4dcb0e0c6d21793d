import { Activity, ChartColumn, FileText, Languages, ListChecks, Rows3, Settings, Users } from 'lucide-react'

/**
 * The screens of a project, in the order of the rail, each with the right that it needs to show anything; `g` and
 * then the letter goes there.
 */
export const PLACES = [
  { id: 'translate', sign: Languages, letter: 't', needs: 'project.read' },
  { id: 'review', sign: ListChecks, letter: 'r', needs: 'history.read' },
  { id: 'overview', sign: ChartColumn, letter: 'o', needs: 'project.read' },
  { id: 'keys', sign: Rows3, letter: 'k', needs: 'project.read' },
  { id: 'files', sign: FileText, letter: 'f', needs: 'files.read' },
  { id: 'activity', sign: Activity, letter: 'a', needs: 'history.read' },
  { id: 'members', sign: Users, letter: 'm', needs: 'members.read' },
  { id: 'settings', sign: Settings, letter: 's', needs: 'project.read' },
] as const

export type PlaceId = (typeof PLACES)[number]['id']
