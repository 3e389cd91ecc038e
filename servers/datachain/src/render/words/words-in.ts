import type { Action, ElementProvenance, SourceRef } from '../../model/index.ts'

/** Everything that the document says itself. */
export interface Words {
  readonly lang: string
  readonly untitled: string
  readonly skip: string
  readonly contents: string
  readonly proposed: string
  readonly proposedNote: string
  readonly unknownElement: string
  readonly otherCategory: string
  readonly aiWritten: string
  readonly aiNote: string
  readonly humanWritten: string
  readonly model: string
  readonly why: string
  readonly whyVariable: string
  readonly confidence: string
  readonly confidences: Readonly<Record<NonNullable<ElementProvenance['confidence']>, string>>
  readonly quotes: string
  readonly missing: string
  readonly missingNote: string
  readonly notGiven: string
  readonly blank: string
  readonly contact: string
  readonly actions: Readonly<Record<Action['type'], string>>
  readonly flows: string
  readonly startsWith: string
  readonly sources: string
  readonly source: string
  readonly quote: string
  readonly usedIn: string
  readonly sourceTypes: Readonly<Record<SourceRef['type'], string>>
  readonly about: string
  readonly schema: string
  readonly identifier: string
  readonly edition: string
  readonly created: string
  readonly updated: string
  readonly author: string
  readonly linked: string
  /** Between a label and what it labels. */
  readonly colon: string
  readonly marks: readonly [string, string]
  readonly months: readonly string[]
}

const en: Words = {
  lang: 'en',
  untitled: 'Datachain',
  skip: 'Skip to the content',
  contents: 'Contents',
  proposed: 'Proposed',
  proposedNote: 'An AI proposed this entry. It is not part of the published vocabulary.',
  unknownElement: 'The vocabulary of this document does not explain this entry.',
  otherCategory: 'Without a category',
  aiWritten: 'AI-written',
  aiNote:
    'An AI wrote this description. Entries tell why they are here, how sure the AI was and what it relied on.',
  humanWritten: 'People',
  model: 'Model',
  why: 'Why this is here',
  whyVariable: 'Why it says so',
  confidence: 'Confidence',
  confidences: { high: 'high', medium: 'medium', low: 'low' },
  quotes: 'Relied on',
  missing: 'Nothing is said about',
  missingNote: 'This has to be answered, and nothing is said about it.',
  notGiven: 'Not given, but required',
  blank: 'not given',
  contact: 'What you can do',
  actions: { email: 'E-mail', url: 'Website', phone: 'Phone', form: 'Form', postal: 'Post' },
  flows: 'How the parts connect',
  startsWith: 'Starts with',
  sources: 'Sources and quotes',
  source: 'Source',
  quote: 'Quote',
  usedIn: 'Used in',
  sourceTypes: {
    ai_register: 'AI register',
    model_card: 'Model card',
    policy_document: 'Policy',
    api_documentation: 'API documentation',
    framework: 'Framework',
    standard: 'Standard',
    regulation: 'Regulation',
    research_paper: 'Research paper',
    prior_art: 'Earlier work',
    internal_memo: 'Internal memo',
    other: 'Other source',
  },
  about: 'About this document',
  schema: 'Vocabulary',
  identifier: 'Identifier',
  edition: 'Edition',
  created: 'Created',
  updated: 'Updated',
  author: 'Written by',
  linked: 'Related documents',
  colon: ': ',
  marks: ['“', '”'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

const fr: Words = {
  lang: 'fr',
  untitled: 'Chaîne de données',
  skip: 'Aller au contenu',
  contents: 'Sommaire',
  proposed: 'Proposé',
  proposedNote: 'Une IA a proposé cette entrée. Elle ne fait pas partie du vocabulaire publié.',
  unknownElement: 'Le vocabulaire de ce document n’explique pas cette entrée.',
  otherCategory: 'Sans catégorie',
  aiWritten: 'Rédigé par une IA',
  aiNote:
    'Une IA a rédigé cette description. Les entrées indiquent pourquoi elles figurent ici, le degré de certitude de l’IA et ce sur quoi elle s’est appuyée.',
  humanWritten: 'Des personnes',
  model: 'Modèle',
  why: 'Pourquoi cette entrée',
  whyVariable: 'Pourquoi cette réponse',
  confidence: 'Confiance',
  confidences: { high: 'élevée', medium: 'moyenne', low: 'faible' },
  quotes: 'S’appuie sur',
  missing: 'Rien n’est dit sur',
  missingNote: 'Une réponse est obligatoire ici, et rien n’est dit.',
  notGiven: 'Non renseigné, mais obligatoire',
  blank: 'non renseigné',
  contact: 'Ce que vous pouvez faire',
  actions: {
    email: 'Courriel',
    url: 'Site web',
    phone: 'Téléphone',
    form: 'Formulaire',
    postal: 'Courrier',
  },
  flows: 'Comment les parties s’enchaînent',
  startsWith: 'Commence par',
  sources: 'Sources et citations',
  source: 'Source',
  quote: 'Citation',
  usedIn: 'Utilisé dans',
  sourceTypes: {
    ai_register: 'Registre d’IA',
    model_card: 'Fiche de modèle',
    policy_document: 'Politique',
    api_documentation: 'Documentation d’API',
    framework: 'Cadre',
    standard: 'Norme',
    regulation: 'Réglementation',
    research_paper: 'Article de recherche',
    prior_art: 'Travaux antérieurs',
    internal_memo: 'Note interne',
    other: 'Autre source',
  },
  about: 'À propos de ce document',
  schema: 'Vocabulaire',
  identifier: 'Identifiant',
  edition: 'Édition',
  created: 'Créé',
  updated: 'Mis à jour',
  author: 'Rédigé par',
  linked: 'Documents liés',
  colon: ' : ',
  marks: ['« ', ' »'],
  months: [
    'janvier',
    'février',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'août',
    'septembre',
    'octobre',
    'novembre',
    'décembre',
  ],
}

/** The document's own words in a language, or in English where there are none. */
export const wordsIn = (locale: string): Words =>
  locale === 'fr' || locale.startsWith('fr-') ? fr : en
