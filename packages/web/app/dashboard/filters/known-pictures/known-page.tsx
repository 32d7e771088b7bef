import { knownEndpoints, limits } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Upload } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { CsvExportButton } from '../../shell/csv-export/csv-export-button.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import styles from '../../ui/page-header.module.css';
import { pageFromSearch } from '../../ui/pages.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportsCard } from './imports-card.tsx';
import { type KnownView, knownAddress, knownViewOf } from './known-address.ts';
import { importedWords, listNames } from './known-labels.ts';
import { knownQuery, knownSummaryQuery } from './known-queries.ts';
import { KnownTable } from './known-table.tsx';
import { KnownTools } from './known-tools.tsx';
import { PassSetting } from './pass-setting.tsx';

/** Known pictures: what is recognised when it comes again, from decisions and from imported lists. */
export function KnownPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const view = knownViewOf(search);
  const page = pageFromSearch(search);
  const summary = useQuery(knownSummaryQuery);
  const known = useQuery(knownQuery(view, page));
  const mayEdit = useMay('known.edit') !== false;
  const [isImporting, setImporting] = useState(false);
  const [imported, setImported] = useState<string | null>(null);
  return (
    <>
      <div className={styles.header}>
        <p>Recognises copies, even resized, re-saved, watermarked or mirrored.</p>
        {mayEdit ? (
          <Button kind="primary" onClick={() => setImporting(true)}>
            <Icon of={Upload} />
            Import list
          </Button>
        ) : null}
      </div>
      {imported !== null ? (
        <Banner kind="success" title="List imported" onDismiss={() => setImported(null)}>
          {imported}
        </Banner>
      ) : null}
      {summary.isError ? <LoadFault title="Failed to load known pictures" query={summary} /> : null}
      <PassSetting summary={summary.data} mayEdit={mayEdit} />
      <KnownTools view={view} summary={summary.data} onChange={(next) => void navigate(knownAddress(next))}>
        <CsvExportButton
          kind="known"
          line={['picture', 'pictures']}
          ask={() => call(knownEndpoints.exportKnown, { body: { list: view.list } })}
        />
      </KnownTools>
      {known.isError ? <LoadFault title={`Failed to load the ${listNames[view.list].toLowerCase()}`} query={known} /> : null}
      {known.isPending || known.data ? (
        <section className="card" aria-label={listNames[view.list]} aria-busy={known.isPending || known.isPlaceholderData}>
          <KnownTable rows={known.data?.known_pictures} empty={<Nothing view={view} page={page} />} mayEdit={mayEdit} />
        </section>
      ) : null}
      <Pagination
        page={page}
        pageSize={limits.knownPageSize}
        total={known.data?.pagination.total}
        address={(to) => knownAddress(view, to)}
      />
      <ImportsCard imports={summary.data?.imports ?? []} mayEdit={mayEdit} />
      <p className="dim fine">
        We skip videos and pictures with too little detail (a quality under {limits.knownQualityMin}). Undoing a decision removes
        its picture from the record. A hash stays when its item is deleted.
      </p>
      <ImportDialog
        open={isImporting}
        list={view.list}
        onClose={() => setImporting(false)}
        onDone={(result) => setImported(importedWords(result))}
      />
    </>
  );
}

function Nothing({ view, page }: { view: KnownView; page: number }) {
  if (page > 1)
    return (
      <EmptyState
        icon={Fingerprint}
        title="That page does not exist"
        action={<LinkButton to={knownAddress(view)}>Go to page 1</LinkButton>}
      />
    );
  if (view.hash !== '')
    return (
      <EmptyState
        icon={Fingerprint}
        title="No match"
        action={<LinkButton to={knownAddress({ ...view, hash: '' })}>Show all</LinkButton>}
      >
        No picture of this list is within {limits.knownDistanceMax} of 256 bits of the hash.
      </EmptyState>
    );
  return (
    <EmptyState icon={Fingerprint} title={`The ${listNames[view.list].toLowerCase()} is empty`}>
      {view.list === 'block'
        ? 'Fail an item in Content Review or import a list to flag future copies.'
        : 'Pass an item in Content Review or import a list to recognise future copies.'}
    </EmptyState>
  );
}
