"""`yt-dlp --use-postprocessor Progressd:when=pre_process URL`: downloads are reported, and can be cancelled."""

from progressd import Progress
from progressd._current import flush
from yt_dlp.postprocessor.common import PostProcessor
from yt_dlp.utils import DownloadCancelled


class ProgressdPP(PostProcessor):
    """Bytes of each file as a progress of its own."""

    def __init__(self, downloader=None, **options):
        super().__init__(downloader)
        self._progresses = {}

    def run(self, information):
        if not getattr(self._downloader, "_progressd", False):
            self._downloader._progressd = True
            self._downloader.add_progress_hook(self._note)
        return [], information

    def _note(self, status):
        name = status.get("filename") or "download"
        progress = self._progresses.get(name)
        total = status.get("total_bytes") or status.get("total_bytes_estimate")
        total = None if total is None else int(total)
        if progress is None:
            progress = self._progresses[name] = Progress(
                total, kind="file", on_cancel="ignore", fileOperationKind="downloading", fileURL=_file_url(name))
        done = status.get("downloaded_bytes")
        if status.get("status") == "finished":
            progress.set(completed=done or total or 0, total=done or total or 0)
            progress.finish()
        elif status.get("status") == "error":
            progress.fail("The download failed.")
        else:
            progress.set(completed=done, total=total)
        if progress.is_cancelled:
            flush()
            raise DownloadCancelled("cancelled at progressd")


def _file_url(name):
    import pathlib
    return pathlib.Path(name).absolute().as_uri()
