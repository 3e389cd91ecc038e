import { ResolvedDatachain, type ResolvedDatachain as Resolved } from '../../model/index.ts'

const both = (en: string, fr: string) => [
  { locale: 'en', value: en },
  { locale: 'fr', value: fr },
]
const english = (value: string) => [{ locale: 'en', value }]

type Names = readonly [english: string, french: string]

const category = (id: string, order: number, [en, fr]: Names, more: object = {}) => ({
  id,
  name: both(en, fr),
  description: both(`${en} of the system.`, `${fr} du système.`),
  required: false,
  order,
  datachain_type: 'sample',
  shape: 'hexagon',
  ...more,
})

const control = {
  id: 'control',
  name: both('Control', 'Contrôle'),
  values: [
    {
      id: 'person',
      name: both('A person decides', 'Une personne décide'),
      description: both('The system only prepares.', 'Le système ne fait que préparer.'),
      color: '#ffd866',
    },
    { id: 'machine', name: both('The system decides', 'Le système décide'), color: '#5b2a86' },
    { id: 'unclear', name: both('Unclear', 'Incertain'), color: null },
  ],
}
const audiences = {
  id: 'audiences',
  label: both('Who it is for', 'À qui cela s’adresse'),
  kind: 'multi_select_enum',
  options: [
    {
      id: 'riders',
      name: both('Riders', 'Usagers'),
      description: both('Everyone on board.', 'Toute personne à bord.'),
      applies_to: ['planning'],
      sources: [{ type: 'standard', title: 'Rider terms' }],
    },
    { id: 'drivers', name: both('Drivers', 'Conducteurs'), applies_to: ['planning'] },
  ],
}
const span = { id: 'span', label: both('How long', 'Durée'), required: true }
const reason = { id: 'reason', label: both('Reason', 'Motif'), required: true }

const categories = [
  category('keep', 4, ['Retention', 'Conservation'], {
    required: true,
    shape: 'rounded-square',
    element_variables: [span, reason],
  }),
  category('goal', 1, ['Purpose', 'Objectif'], {
    required: true,
    prompt: both('What is it for?', 'À quoi sert-il ?'),
    element_variables: [audiences],
    element_context: control,
    shape: 'circle',
  }),
  category('owner', 2, ['Accountable', 'Responsable'], { required: true }),
  category('feed', 3, ['Input', 'Entrée'], {
    shape: 'octagon',
    sources: [{ type: 'framework', title: 'Data sheet guide', url: 'https://example.test/sheets' }],
  }),
  category('idle', 5, ['Unused', 'Inutilisé']),
]

const element = (id: string, category_id: string, [en, fr]: Names, more: object = {}) => ({
  id,
  category_id,
  title: both(en, fr),
  description: both(`${en}, explained.`, `${fr}, en clair.`),
  symbol_id: 'dot',
  shape: 'hexagon',
  ...more,
})
const elements = [
  element('planning', 'goal', ['Planning', 'Planification'], {
    description: both(
      'Plans routes for {{audiences}}.',
      'Planifie des trajets pour : {{audiences}}.',
    ),
    variables: [audiences],
    shape: 'circle',
  }),
  element('kept', 'keep', ['Kept for {{span}}', 'Conservé {{span}}'], {
    description: english('Deleted after {{ span }} because of {{reason}}.'),
    variables: [span, reason],
    shape: 'rounded-square',
  }),
  element('counts', 'feed', ['Passenger counts', 'Nombre de passagers'], {
    shape: 'octagon',
    sources: [{ type: 'regulation', title: 'Transport act', citation: 'Article 4.' }],
  }),
  element('traffic', 'feed', ['Traffic reports', 'Rapports de trafic'], {
    shape: 'octagon',
    context: control,
  }),
]

/** A datachain that uses every feature of the model; one required category is empty. */
export const sampleResolved: Resolved = ResolvedDatachain.parse({
  id: 'bus-planner',
  schema_version: 'sample@2026-01-31-beta',
  title: both('Bus planner', 'Planificateur de bus'),
  description: both(
    'Plans the routes of night buses.\n\nIt runs every hour.',
    'Planifie les trajets des bus de nuit.',
  ),
  created_at: '2026-02-01T08:00:00Z',
  updated_at: '2026-03-14T08:00:00Z',
  instance_version: '2',
  sources: [{ type: 'ai_register', title: 'City register', url: 'https://example.test/register' }],
  linked_instance_ids: ['tram-planner'],
  elements: [
    {
      element_id: 'kept',
      variables: [{ id: 'span', value: both('30 days', '30 jours') }],
      actions: [
        {
          type: 'email',
          label: both('Write to us', 'Écrivez-nous'),
          target: 'privacy@example.test',
        },
        {
          type: 'url',
          label: both('Rules', 'Règles'),
          target: 'https://example.test/rules?a=1&b=2',
        },
        { type: 'phone', label: both('Call us', 'Appelez-nous'), target: '+32 2 555 01 00' },
        { type: 'form', label: both('Object', 'S’opposer'), target: 'https://example.test/object' },
        {
          type: 'postal',
          label: both('Visit us', 'Venez nous voir'),
          target: '1 Depot Street\n1000 Sampletown',
        },
      ],
      sources: [
        { type: 'ai_register', title: 'City register', url: 'https://example.test/register' },
      ],
    },
    {
      element_id: 'planning',
      context_type_id: 'person',
      variables: [{ id: 'audiences', value: ['riders', 'drivers'] }],
    },
    {
      element_id: 'traffic',
      context_type_id: 'machine',
      priority: 2,
      subchain_instance_id: 'night',
    },
    {
      element_id: 'counts',
      element_instance_id: 'counts-at-stops',
      priority: 1,
      subchain_instance_id: 'night',
    },
    {
      element_id: 'counts',
      element_instance_id: 'counts-on-board',
      priority: 3,
      subchain_instance_id: 'day',
    },
    { element_id: 'weather', priority: 4 },
  ],
  subchain_instances: [
    { id: 'day', subchain_id: 'flow', order: 2 },
    { id: 'night', subchain_id: 'flow', head_refs: ['counts-at-stops'], order: 1 },
  ],
  authoring_provenance: {
    kind: 'ai_generated',
    model: 'sample-model-1',
    generated_at: '2026-02-01T07:00:00Z',
    element_provenance: {
      planning: {
        rationale: 'The brochure names it first.',
        confidence: 'high',
        source_references: [{ quote: 'We plan night routes.', context: 'Brochure, page 1' }],
      },
      kept: { confidence: 'low', variable_rationale: { span: 'The notice says thirty days.' } },
      'counts-on-board': {
        confidence: 'medium',
        source_references: [{ quote: 'Counters at every door.' }],
      },
    },
  },
  schema_snapshot: {
    datachain_type: {
      id: 'sample',
      name: both('AI system', 'Système d’IA'),
      description: both('What a system does.', 'Ce que fait un système.'),
      categories: ['goal', 'owner', 'feed', 'keep', 'idle'],
      subchains: [
        { id: 'flow', name: both('Data flow', 'Flux de données'), categories: ['feed', 'goal'] },
      ],
      locales: ['en', 'fr'],
    },
    categories,
    elements,
  },
  suggested_elements: [
    {
      id: 'weather',
      category_id: 'feed',
      title: english('Weather'),
      description: english('Forecasts of the night.'),
    },
  ],
})
