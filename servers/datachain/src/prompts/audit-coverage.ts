import { definePrompt } from 'toolaccord'
import type { Catalogue } from '../catalogue/create-catalogue.ts'
import { datachainArgument } from './datachain-argument.ts'
import { say } from './say.ts'
import { defaultVersion, versionArgument } from './version-argument.ts'

/** The prompt that finds what a datachain leaves open. */
export const auditCoverage = (catalogue: Catalogue) =>
  definePrompt({
    name: 'audit_coverage',
    title: 'See what a datachain leaves open',
    summary: 'Find the questions that a datachain does not answer, or answers too vaguely.',
    arguments: { datachain: datachainArgument, version: versionArgument(catalogue) },
    write: ({ datachain = '', version = defaultVersion(catalogue) }) =>
      say(
        `Say what this datachain leaves open, measured by ${version}.`,
        '',
        datachain,
        '',
        '1. Call validate_datachain and list what it finds first.',
        '2. Go through list_categories. For each category say whether it is answered, answered ' +
          'vaguely or not at all, and what a reader would still want to know.',
        '3. Point out elements without their counterpart: personal data without a way to see it, ' +
          'a risk without a measure, a decision without someone to turn to.',
        '4. End with at most five questions for the people who run the system, the most ' +
          'important first. Change nothing yourself.',
      ),
  })
