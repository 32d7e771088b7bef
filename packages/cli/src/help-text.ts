export const helpText = `Usage: clearframe check FILE|DIR|URL… [--json]
       clearframe eval DIR|CSV [--category NAME,…] [--analysers NAME,…] [--json] [--html FILE]
       clearframe grant EMAIL FRAMES --reason TEXT
       clearframe hold|release MEDIA_ID --reason TEXT, clearframe holds, clearframe reseal
       clearframe processes, clearframe doctor [--json], clearframe log [--json]
       clearframe migrate [--apply-settings], clearframe settings show|apply
       clearframe queue show, clearframe queue retry analyses|deliveries
       clearframe move-database postgres://…|--undo
       clearframe backup PLACE [--database-only], clearframe restore [PLACE] [--check-only]
       clearframe two-step off EMAIL --reason TEXT
       clearframe retention show [EMAIL], clearframe retention set EMAIL --safe-days DAYS … --reason TEXT
       clearframe storage adopt|check [--remove], clearframe quarantine list|restore|purge
       clearframe help | --version

check   Says of each picture whether it is safe: JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF.
        A folder is searched for pictures, subfolders included; names that begin with a dot are left out.
        Everything happens on this machine; only a URL is fetched.
        --json   one JSON document with all scores instead of lines

eval    Says how often the analysis is right about pictures that people have labelled.
        DIR holds a folder for each label; CSV has the columns file and label, with paths from where it lies.
        A label is safe, flagged, or a category (in a CSV several, separated by semicolons).
        --category   only these categories; without it the verdict, and each category that a label names
        --analysers  which to compare, local being the built-in one; without it local alone. The others take their settings from
                     the variables of the server (.env.example); services among them are sent the pictures and may cost money
        --json       one JSON document, with the points of every curve, instead of tables
        --html       also writes the figures with plots as one page

grant, hold, release, holds, two-step, retention, processes, doctor, log, migrate, backup, restore, reseal,
storage, quarantine, settings, queue, move-database
        For the operator, where the server is installed: frames for an account, legal holds on items, help for a person who
        lost their authenticator app and recovery codes, the days for which accounts keep things, the processes on every
        machine, a check of the whole set-up, what operators did, newer tables, backups, a new secret key, files that do
        not fit the database, what all machines have in common, what waits and what failed, another
        database.

Exit code of check
  0   every picture is safe ("review" counts as safe)
  1   a picture is flagged, whatever else happened
  2   nothing is flagged, but a file could not be checked; or the command was not understood

Exit code of eval
  0   every labelled picture was counted
  1   some were not, because a file could not be read or an analyser gave no answer; they are listed
  2   nothing was measured, or the command was not understood`;
