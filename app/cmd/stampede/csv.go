package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"stampede/engine/record"
	"stampede/engine/scenario"
)

// writeCSV writes the charts of a run, a row for each window and a column for
// each line of each chart, named chart:places:metric. The first column is the
// start of the window in seconds. A cell is empty where there was nothing to
// measure.
func writeCSV(out io.Writer, scn *scenario.Scenario, r *record.Report) error {
	if len(scn.Series) == 0 {
		return fmt.Errorf("%s has no series to print", scn.Name)
	}
	head := []string{"at"}
	var lines []record.ReportLine
	for i := range scn.Series {
		name := scn.Series[i].Name
		for _, l := range r.Series[name].Lines {
			head = append(head, name+":"+strings.Join(strings.Fields(l.Of), "+")+":"+l.Metric)
			lines = append(lines, l)
		}
	}
	w := csv.NewWriter(out)
	if err := w.Write(head); err != nil {
		return err
	}
	first := r.Series[scn.Series[0].Name]
	for i := range lines[0].Values {
		row := []string{cell(first.Start + float64(i)*first.Width)}
		for _, l := range lines {
			row = append(row, cell(float64(l.Values[i])))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

func cell(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
